// test: run
// register, auto, static, extern and _Thread_local objects.
#include <stdio.h>

static _Thread_local int per_thread = 3;
_Thread_local int zero_thread;
static __thread char buffer[8] = "tls";
static volatile const int vc = 9;

static int use(register int n) {
    register int i;
    auto int s = 0;
    for (i = 0; i < n; i++) s += i;
    return s;
}

int main(void) {
    per_thread += use(5);
    zero_thread++;
    buffer[0] = 'T';
    static _Thread_local int local = 1;
    local++;
    printf("%d %d %s %d %d\n", per_thread, zero_thread, buffer, local, vc);
    int *p = &per_thread;
    *p = 1;
    printf("%d\n", per_thread);
    return 0;
}
