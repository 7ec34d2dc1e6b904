/* Behind a loop its condition is false. */
int after_loop(int n)
{
    int i = 0;
    int sum = 0;
    while (i < n) {
        sum += i;
        i++;
    }
    if (i < n)
        return -1;
    return sum;
}
//@ 10 `i < n is true` infeasible 6 10
//@ says `i < n` contradicts `i >= n` at line 6
