// test: gen
// Fletcher's checksum over a message must match the one at its end.
// clew-gen: -f accept
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int accept(const unsigned char message[6]) {
    unsigned a = 0, b = 0;
    for (int i = 0; i < 4; i++) {
        a = (a + message[i]) % 255;
        b = (b + a) % 255;
    }
    if (message[4] != a)
        return 0;
    if (message[5] != b)
        return 1;
    return 2;
}
