// test: gen
// A stub that is given the address of a member writes that member, and not what is behind it; a
// function that knows the record may (`container_of`).
// clew-gen: -f claim
// expect-total: branch 6
// expect-covered: branch 5
// expect-infeasible: branch 0
struct stream {
    int owner;
    int level;
    int window[3];
};

void reset(int *owner);
void slide(int *window);

int claim(void) {
    struct stream own = {0, 7, {1, 2, 3}};
    reset(&own.owner);
    if (own.level != 7)
        return -1;
    if (own.owner == 42)
        return 1;
    slide(&own.window[1]);
    if (own.window[2] == 9)
        return own.window[0];
    return 0;
}
