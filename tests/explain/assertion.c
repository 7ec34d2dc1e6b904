/* The sum of two bytes fits: nothing else of the function matters. */
int assertion(unsigned char a, unsigned char b, int *out)
{
    int sum = a + b;
    int difference = a - b;
    if (difference > 0)
        *out = difference;
    if (sum > 600) {
        *out = 0;
        return -1;
    }
    return sum;
}
//@ 8 `sum > 600 is true` infeasible 4 8
//@ says sum is 0 to 510
