// test: gen
// Coupled conditions: `a` occurs twice, once negated. By masking each occurrence can be shown; by
// unique cause the second cannot, since the first changes with it.
// clew-gen: -f f -c mcdc,mcdc:unique
// expect-total: mcdc 4
// expect-covered: mcdc 4
// expect-infeasible: mcdc 0
// expect-total: mcdc:unique 4
// expect-covered: mcdc:unique 3
// expect-infeasible: mcdc:unique 1
// expect-complete: true
int f(int a, int b, int c) {
    return (a && b) || (!a && c);
}
