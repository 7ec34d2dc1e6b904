// test: gen
// Recursion with a base case and a guard.
// clew-gen: -f factorial
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
// expect-no-finding
long factorial(int n) {
    if (n < 0 || n > 12)
        return -1;
    if (n < 2)
        return 1;
    return n * factorial(n - 1);
}
