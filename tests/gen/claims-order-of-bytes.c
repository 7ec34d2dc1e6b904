// test: gen
// An attribute that only gcc knows turns the bytes of a record round.
// expect-infeasible: branch 0
struct __attribute__((scalar_storage_order("big-endian"))) number {
    int x;
};

int first_byte(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    union {
        struct number n;
        unsigned char bytes[4];
    } u;
    u.n.x = 1;
    if (u.bytes[0] == 0)
        return 1;
    return 0;
}
