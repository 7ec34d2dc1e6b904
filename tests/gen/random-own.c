// test: gen
// Functions of the program that only share a name with those of the library are stubs like any other.
// clew-gen: -f draw
// expect-total: branch 6
// expect-covered: branch 6
extern int random(int limit);
extern int getuid(void);
static unsigned state;

int rand(void)
{
    state = state * 69069 + 1;
    return (int)(state >> 16);
}

int draw(int limit)
{
    if (random(limit) < 0)
        return 1;
    if (rand() == limit)
        return 2;
    return getuid() < -5 ? 3 : 4;
}
