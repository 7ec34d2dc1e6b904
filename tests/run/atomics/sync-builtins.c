// test: run
// The __sync builtins on several widths.
#include <stdio.h>

int main(void) {
    int a = 5;
    long l = 1l << 40;
    unsigned char c = 250;
    printf("%d ", __sync_fetch_and_add(&a, 3));
    printf("%d ", __sync_add_and_fetch(&a, 3));
    printf("%d\n", a);
    printf("%ld ", __sync_fetch_and_sub(&l, 1));
    printf("%ld\n", __sync_sub_and_fetch(&l, 1));
    printf("%d ", __sync_fetch_and_add(&c, 10));
    printf("%d\n", c);
    printf("%d ", __sync_fetch_and_or(&a, 16));
    printf("%d ", __sync_fetch_and_and(&a, 0x1f));
    printf("%d ", __sync_fetch_and_xor(&a, 1));
    printf("%d\n", a);
    printf("%d ", __sync_bool_compare_and_swap(&a, 999, 1));
    printf("%d ", __sync_bool_compare_and_swap(&a, a, 77));
    printf("%d ", __sync_val_compare_and_swap(&a, 77, 78));
    printf("%d ", __sync_val_compare_and_swap(&a, 0, 79));
    printf("%d\n", a);
    int lock = 0;
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    __sync_lock_release(&lock);
    __sync_synchronize();
    printf("%d\n", lock);
    return 0;
}
