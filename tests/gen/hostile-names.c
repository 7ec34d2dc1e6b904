// test: gen
// A program of its own, with functions and variables named like those that run tests.
// compilers: all
// clew-gen: -f fail -f run_test -f check -f main
// expect-total: branch 4
// expect-covered: branch 4
int tests[3], count, number, result, expected, report, passed, errno_;
int errno;

int fork(void) {
    return 3;
}

int waitpid(int x) {
    return x;
}

int fail(int x) {
    errno = x;
    return x;
}

int run_test(int x) {
    return x;
}

int test_fail(void) {
    return fork() + waitpid(2);
}

int check(int a) {
    if (a > 3)
        return fail(a);
    return run_test(a) + test_fail();
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 2)
        count = 4;
    return count;
}
