// test: gen
// What compilers and linkers may do that the text alone does not show: names for one thing, calls that
// return again, constants that only optimisation finds, bytes between members.
// expect-infeasible: branch 0
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

int first(void) {
    return 1;
}
int second(void) __attribute__((alias("first")));

int one_function(void) {
    if (first == second)
        return 1;
    return 0;
}

static ucontext_t context;

int returns_again(void) {
    int tries = 0;
    getcontext(&context);
    if (tries == 1)
        return 1;
    tries = 1;
    setcontext(&context);
    return 0;
}

int save(void *p) __attribute__((returns_twice));
void back(void *p);

int says_to_return_again(void *p) {
    int done = 0;
    if (save(p) == 0) {
        done = 1;
        back(p);
        return 0;
    }
    if (done == 1)
        return 1;
    return 2;
}

int child(void) {
    int in_child = 0;
    if (vfork() == 0) {
        in_child = 1;
        _exit(0);
    }
    if (in_child == 1)
        return 1;
    return 0;
}

static inline int is_known(int n) {
    return __builtin_constant_p(n);
}

int constant_after_all(void) {
    if (is_known(5))
        return 1;
    return 0;
}

struct pair {
    char c;
    int n;
};

int between_members(int n) {
    struct pair a = {n, n};
    if (((char *)&a)[1])
        return 1;
    return 0;
}

int copied_members(int n) {
    struct pair a, b;
    memset(&a, 0, sizeof a);
    a.n = n;
    b = a;
    if (((char *)&b)[2])
        return 1;
    return 0;
}

int stored_member(struct pair *p) {
    ((char *)p)[1] = 0;
    p->c = 1;
    if (((char *)p)[1])
        return 1;
    return 0;
}
