// test: gen
// Whether a stub may write through a parameter is said by its type, not by its name.
// clew-gen: -f fo
// expect-total: branch 2
// expect-covered: branch 2
struct item {
    int a;
};

int fetch(struct item *constant_item);

int fo(void)
{
    struct item i = {0};
    fetch(&i);
    if (i.a == 42)
        return 1;
    return 0;
}
