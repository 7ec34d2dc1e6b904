// test: run
// The __atomic builtins: load, store, exchange, compare and exchange, fetch operations.
#include <stdio.h>

struct pair { int a, b; } __attribute__((aligned(8)));

int main(void) {
    int a = 1, old, expected;
    long l = -1;
    __atomic_store_n(&a, 10, __ATOMIC_SEQ_CST);
    printf("%d ", __atomic_load_n(&a, __ATOMIC_ACQUIRE));
    printf("%d ", __atomic_exchange_n(&a, 20, __ATOMIC_ACQ_REL));
    printf("%d\n", a);
    expected = 5;
    printf("%d ", __atomic_compare_exchange_n(&a, &expected, 30, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    printf("%d ", expected);
    printf("%d ", __atomic_compare_exchange_n(&a, &expected, 30, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    printf("%d\n", a);
    printf("%d ", __atomic_fetch_add(&a, 5, __ATOMIC_RELAXED));
    printf("%d ", __atomic_add_fetch(&a, 5, __ATOMIC_RELAXED));
    printf("%d ", __atomic_sub_fetch(&a, 1, __ATOMIC_RELAXED));
    printf("%d ", __atomic_fetch_and(&a, 0xf, __ATOMIC_RELAXED));
    printf("%d ", __atomic_or_fetch(&a, 0x30, __ATOMIC_RELAXED));
    printf("%d ", __atomic_xor_fetch(&a, 0xff, __ATOMIC_RELAXED));
    printf("%d\n", __atomic_nand_fetch(&a, 0x3, __ATOMIC_RELAXED));
    long v = 5, r;
    __atomic_store(&l, &v, __ATOMIC_RELEASE);
    __atomic_load(&l, &r, __ATOMIC_ACQUIRE);
    printf("%ld\n", r);
    struct pair p = {1, 2}, q = {3, 4}, o;
    __atomic_exchange(&p, &q, &o, __ATOMIC_SEQ_CST);
    printf("%d %d %d %d\n", p.a, p.b, o.a, o.b);
    char flag = 0;
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf("%d\n", flag);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    printf("%d\n", __atomic_always_lock_free(4, 0));
    int arr[3] = {1, 2, 3}, *pp = arr;
    old = *__atomic_fetch_add(&pp, sizeof(int), __ATOMIC_RELAXED);
    printf("%d %d\n", old, *pp);
    return 0;
}
