/* The flag is set only where the count is positive. */
int flag(const int *v, int n)
{
    int count = 0, seen = 0, other = 0;
    for (int i = 0; i < n && i < 100; i++) {
        if (v[i] < 0) {
            count++;
            seen = 1;
        }
        other += v[i];
    }
    if (seen > 1)
        return other;
    return count;
}
//@ 12 `seen > 1 is true` infeasible 4 8 12
//@ says seen <= 1
