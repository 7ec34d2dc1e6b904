// test: run
// std: may-be-unsupported atomics
// stdatomic.h: _Atomic objects with ordinary operators and the generic functions.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter = ATOMIC_VAR_INIT(3);
static _Atomic long total;

struct s { _Atomic unsigned char c; atomic_bool b; };

int main(void) {
    counter++;
    counter += 5;
    printf("%d\n", counter);
    printf("%d ", atomic_fetch_add(&counter, 10));
    printf("%d ", atomic_load(&counter));
    atomic_store(&counter, -1);
    printf("%d ", atomic_exchange(&counter, 7));
    printf("%d\n", counter);
    int e = 7;
    printf("%d ", atomic_compare_exchange_strong(&counter, &e, 8));
    printf("%d ", atomic_compare_exchange_strong(&counter, &e, 9));
    printf("%d\n", e);
    total = 1l << 33;
    total |= 1;
    total *= 2;
    printf("%ld %ld\n", total--, (long)sizeof total);
    struct s s = {255, 0};
    s.c++;
    atomic_init(&s.b, 5);
    printf("%d %d\n", s.c, s.b);
    atomic_flag f = ATOMIC_FLAG_INIT;
    printf("%d ", atomic_flag_test_and_set(&f));
    printf("%d\n", atomic_flag_test_and_set(&f));
    atomic_flag_clear(&f);
    atomic_uint u;
    atomic_init(&u, 6);
    printf("%u ", atomic_fetch_or_explicit(&u, 1, memory_order_relaxed));
    printf("%u ", atomic_fetch_and(&u, 3));
    printf("%u\n", atomic_fetch_xor(&u, 3));
    int x = counter + 1, *_Atomic p = &x;
    printf("%d\n", *p);
    return 0;
}
