int shared = 41;
const char *const names[] = {"first", "second"};
int table[3] = {1, 2, 3};
extern int tentative;
extern int defined_here;
static int private_value = 1000;
static int helper(void) { return 500; }
int from_other(int x) {
    tentative += x;
    return x * defined_here;
}
int other_private(void) { return private_value + helper(); }
struct point { int x, y; };
struct point make_point(int a, int b) { return (struct point){b, a}; }
double average(const double *v, int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s / n;
}
