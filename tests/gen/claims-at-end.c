// test: gen
// What is put where the code behind main looks is called from no place of the program.
// (No run of the machine is behind a gate, only proofs are.)
// clew-gen: --entry main
// expect-infeasible: branch 0
static int seen;

static void note(int n) {
    if (n == 7)
        seen = 1;
}

static void later(void) {
    volatile int gate = 0;
    if (gate == 77)
        note(7);
}

static void (*const at_end)(void) __attribute__((section(".fini_array"), used)) = later;

int main(void) {
    note(1);
    return 0;
}
