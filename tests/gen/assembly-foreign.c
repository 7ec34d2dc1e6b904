// test: gen
// Assembly of another processor, at file scope and in functions, with registers of its own.
// compilers: all
// expect-total: branch 8
// expect-covered: branch 8
__asm__(".syntax unified\n\t"
        "mov r0, r1");

#define BARRIER() __asm__ volatile("dsb sy" ::: "memory")

static int swap(int x) {
    int y;
    __asm__("rev %0, %1" : "=r"(y) : "r"(x));
    return y;
}

void barrier(void) {
    BARRIER();
}

int clamp(int x) {
    if (x > 10)
        return 10;
    if (x < 0)
        return 0;
    return x;
}

int other(int x) {
    if (x > 4)
        return swap(x);
    return 1;
}

int call(int number) {
    register int r0 __asm__("r0") = number;
    __asm__ volatile("svc 0" : "+r"(r0) : : "r1", "memory");
    if (r0 < 0)
        return -1;
    return r0;
}
