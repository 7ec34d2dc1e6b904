/* What is accepted as a digit is none above nine. */
int digits(const char *s)
{
    int value = 0;
    while (*s >= '0' && *s <= '9') {
        int digit = *s - '0';
        if (digit > 9)
            return -1;
        value = value * 10 + digit;
        s++;
    }
    return value;
}
//@ 7 `digit > 9 is true` infeasible 5 6 7
//@ says `digit > 9` cannot be
