// test: gen
// A function without a body that fills an object of the caller.
// clew-gen: -f receive
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int receive_bytes(unsigned char *buffer, int capacity);

int receive(void) {
    unsigned char buffer[4] = {0};
    int n = receive_bytes(buffer, 4);
    if (n < 2)
        return -1;
    if (buffer[0] == 0xAA && buffer[1] == 0x55)
        return 1;
    return 0;
}
