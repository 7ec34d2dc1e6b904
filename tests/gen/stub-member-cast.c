// test: gen
// A stub that is given the address of a pointer as `void **`, or of a number as bytes, writes that
// member, and not what is behind it; a function that knows the record may (`container_of`).
// clew-gen: -f push
// expect-total: branch 8
// expect-covered: branch 6
// expect-infeasible: branch 0
struct stack {
    int *start, *top, *end;
    unsigned short mark;
    int level;
};

int extend(void **start, void **top);
void stamp(unsigned char *bytes);

int push(void) {
    int items[4] = {0};
    struct stack own = {items, items + 4, items + 2, 0, 7};
    if (!extend((void **)&own.start, (void **)&own.top))
        return -1;
    stamp((unsigned char *)&own.mark);
    if (own.level != 7 || own.end != items + 2)
        return 1;
    if (own.mark == 0x1234)
        return 2;
    return 0;
}
