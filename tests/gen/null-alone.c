// test: gen
// A test that passes a null pointer declares nothing behind it (see also the tests of the program).
// clew-gen: -f total
// expect-covered: branch 4
struct pair {
    int *first;
    int *second;
};

int total(struct pair *p)
{
    if (p == 0 || p->first == 0)
        return -1;
    return *p->first;
}
