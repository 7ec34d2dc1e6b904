// test: run
// sanitizers: skip
// The alias attribute gives one function or object a second name; weak aliases.
#include <stdio.h>

int real(int x) { return x + 1; }
int second(int x) __attribute__((alias("real")));
int third(int x) __attribute__((weak, alias("real")));
int counter = 5;
extern int same_counter __attribute__((alias("counter")));
static int hidden(void) { return 77; }
int exposed(void) __attribute__((alias("hidden")));

int main(void) {
    printf("%d %d %d %d\n", real(1), second(2), third(3), exposed());
    same_counter++;
    printf("%d %d\n", *(volatile int *)&counter, &counter == &same_counter);
    int (*p)(int) = second;
    printf("%d\n", p(9));
    return 0;
}
