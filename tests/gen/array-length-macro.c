// test: gen
// The length of an array parameter is what the macro stands for where the function is.
// clew-gen: -f ar -f later
// expect-total: branch 4
// expect-covered: branch 4
#ifdef SMALL
#define N 4
#else
#define N 8
#endif

int ar(int v[N])
{
    if (v[5] > 3)
        return 1;
    return 0;
}

#undef N
#define N (sizeof(int) * 5)

int later(int v[N])
{
    if (v[19] > 3)
        return 1;
    return 0;
}
#undef N
#define N 2
