// test: gen
// Assembly at file scope may change a table that only this file can name.
// expect-infeasible: branch 0
static int table[4] = {1, 2, 3, 4};

__asm__(".pushsection .text\n.globl set_first\nset_first:\n movl $9, table(%rip)\n ret\n.popsection");
void set_first(void);

int changed(int i) {
    set_first();
    if (table[i & 3] > 4)
        return 1;
    return 0;
}
