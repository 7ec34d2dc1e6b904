// test: gen
// A status word polled a few times; each read may differ.
// clew-gen: -f wait_ready
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int read_status(void);

int wait_ready(int tries) {
    if (tries > 5)
        tries = 5;
    while (tries-- > 0) {
        int status = read_status();
        if (status & 0x80)
            return -1;
        if ((status & 0x0f) == 0x0a)
            return 1;
    }
    return 0;
}
