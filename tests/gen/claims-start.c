// test: gen
// The start-up code calls what is put where it looks.
// clew-gen: --entry main
// expect-infeasible: branch 0
static int state;

static void init(void) {
    state = 1;
}

static void (*const at_start)(void) __attribute__((section(".init_array"), used)) = init;

int main(void) {
    if (state)
        return 1;
    return 0;
}
