// test: gen
// The last element of an array of any length: no length is too large for it.
// clew-gen: -f last --no-null
// expect-total: branch 2
// expect-covered: branch 2
// expect-no-finding
long last(const long *v, long n)
{
    return n > 0 ? v[n - 1] : 0;
}
