// test: gen
// A flexible array member of an input has elements, also where the first lies in the padding.
// clew-gen: -f parse
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
struct message {
    unsigned short length;
    unsigned char type;
    unsigned char data[];
};

int parse(const struct message *m) {
    if (!m)
        return -1;
    if (m->length < 2 || m->length > 6)
        return -2;
    if (m->type == 7) {
        if (m->data[0] == 0xaa && m->data[m->length - 1] == 0x55)
            return 1;
        return 2;
    }
    return 0;
}
