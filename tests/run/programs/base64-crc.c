// test: run
// Base64 both ways, CRC-32 by table, Adler-32 and a run-length code.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int encode(char *to, const unsigned char *from, int n) {
    char *start = to;
    for (; n > 0; n -= 3, from += 3) {
        uint32_t v = from[0] << 16 | (n > 1 ? from[1] << 8 : 0) | (n > 2 ? from[2] : 0);
        *to++ = alphabet[v >> 18];
        *to++ = alphabet[v >> 12 & 63];
        *to++ = n > 1 ? alphabet[v >> 6 & 63] : '=';
        *to++ = n > 2 ? alphabet[v & 63] : '=';
    }
    *to = 0;
    return to - start;
}
static int decode(unsigned char *to, const char *from) {
    int n = 0;
    uint32_t v = 0, bits = 0;
    for (; *from && *from != '='; from++) {
        v = v << 6 | (uint32_t)(strchr(alphabet, *from) - alphabet);
        if ((bits += 6) >= 8) to[n++] = (unsigned char)(v >> (bits -= 8));
    }
    return n;
}
static uint32_t crc(const unsigned char *p, int n) {
    static uint32_t table[256];
    if (!table[1])
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
            table[i] = c;
        }
    uint32_t c = ~0u;
    while (n--) c = table[(c ^ *p++) & 255] ^ c >> 8;
    return ~c;
}
static uint32_t adler(const unsigned char *p, int n) {
    uint32_t a = 1, b = 0;
    while (n--) b = (b + (a = (a + *p++) % 65521)) % 65521;
    return b << 16 | a;
}

int main(void) {
    unsigned char data[60];
    for (int i = 0; i < 60; i++) data[i] = (unsigned char)(i * i * 7 + 3);
    for (int n = 0; n < 60; n += 11) {
        char text[100];
        unsigned char back[100];
        int m = encode(text, data, n), k = decode(back, text);
        printf("%s %d %d %d %08x %08x\n", text, m, k, memcmp(back, data, n), crc(data, n), adler(data, n));
    }
    printf("%08x\n", crc((const unsigned char *)"123456789", 9));
    return 0;
}
