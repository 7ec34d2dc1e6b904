/* Nobody finds the number that this hash wants: the nearest run is told. */
static unsigned long hash(unsigned long x, unsigned long y)
{
    for (int i = 0; i < 16; i++) {
        x = (x * x + y) ^ (x >> 7);
        y = (y * x + 13) ^ (y >> 11);
    }
    return x * y;
}
int open(unsigned long x, unsigned long y, int z)
{
    if (z > 3) {
        if (hash(x, y) == 0x123456789abcdefUL)
            return 1;
    }
    return 0;
}
//@ 13 `hash(x, y) == 0x123456789abcdefUL is true` open 12 13
//@ says no proof
