// test: gen
// Assembly without instructions: what it clobbers, and what comes out of it.
// expect-infeasible: branch 0
int flag;

int barrier(int n) {
    flag = 0;
    for (int i = 0; i < n; i++)
        __asm__ volatile("" ::: "memory");
    if (flag)
        return 1;
    return 0;
}

int wider_output(int i) {
    long l;
    __asm__("" : "=r"(l) : "0"(i));
    if (i < 0) {
        if (l > 0)
            return 1;
        return 2;
    }
    return 0;
}

int wider_than_character(unsigned char c) {
    int i;
    __asm__("" : "=r"(i) : "0"(c));
    if (i > 255)
        return 1;
    return 0;
}

int output_in_memory(void) {
    int z = 0;
    __asm__("" : "=m"(z));
    if (z)
        return 1;
    return 0;
}

int array_in_memory(void) {
    int a[2] = {0, 0};
    __asm__ volatile("" : "=m"(a));
    if (a[1])
        return 1;
    return 0;
}
