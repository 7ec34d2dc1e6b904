// test: gen
// Recursion without an end for negative numbers.
// clew-gen: -f sum_to
// expect-total: branch 4
// expect-finding: stack-overflow 11
int sum_to(int n) {
    if (n == 0)
        return 0;
    if (n > 20)
        return -1;
    return n + sum_to(n - 1); //~ stack-overflow
}
