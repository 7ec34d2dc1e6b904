// test: gen
// Two names for one object, of which only the linker knows.
// expect-infeasible: branch 0
extern int one __asm__("shared");
extern int two __asm__("shared");
int shared;

int both(void) {
    one = 1;
    two = 2;
    if (one == 2)
        return 1;
    return 0;
}
