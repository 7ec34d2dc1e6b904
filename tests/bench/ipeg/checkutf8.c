// Whether five bytes are well-formed UTF-8. ipeg: check
unsigned char text[5];

int check(void) {
    int i = 0;
    while (i < 5) {
        unsigned char lead = text[i];
        int more;
        if (lead < 0x80) {
            i++;
            continue;
        }
        if (lead < 0xC2)
            return 0;
        if (lead < 0xE0)
            more = 1;
        else if (lead < 0xF0)
            more = 2;
        else if (lead < 0xF5)
            more = 3;
        else
            return 0;
        if (i + more >= 5)
            return 0;
        if (more == 2) {
            if (lead == 0xE0 && text[i + 1] < 0xA0)
                return 0;
            if (lead == 0xED && text[i + 1] > 0x9F)
                return 0;
        } else if (more == 3) {
            if (lead == 0xF0 && text[i + 1] < 0x90)
                return 0;
            if (lead == 0xF4 && text[i + 1] > 0x8F)
                return 0;
        }
        for (int k = 1; k <= more; k++)
            if ((text[i + k] & 0xC0) != 0x80)
                return 0;
        i += more + 1;
    }
    return 1;
}
