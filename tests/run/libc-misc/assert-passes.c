// test: run
// assert with true conditions has no effect; with NDEBUG its argument is not evaluated.
#include <assert.h>
#include <stdio.h>

static int n;
static int f(void) { return ++n; }

static void checked(void) { assert(f() == 1 && "message"); }

#define NDEBUG
#include <assert.h>

static void unchecked(void) { assert(f() == 100); }

#undef NDEBUG
#include <assert.h>

int main(void) {
    checked();
    unchecked();
    assert(n == 1);
    int x = 3;
    assert(x);
    (void)(x ? assert(x == 3) : (void)0);
    printf("%d\n", n);
    return 0;
}
