// test: gen
// Instructions may write a private table by its name, though no C does.
// expect-infeasible: branch 0
static int limits[2] = {3, 4};

int limit_of_first(void)
{
    __asm__ volatile("movl $9, limits(%%rip)" : : : "memory");
    if (limits[0] > 3)
        return 1;
    return 0;
}
