// Steps of the Collatz sequence, up to a bound.
long f(long n) {
    long steps = 0;
    long top = n; /*; n steps top */
    if (/*[*/n < 1/*]*/ || /*[*/n > 1000/*]*/)
        return -1;
    while (/*[*/n != 1/*]*/ && /*[*/steps < 20/*]*/) {
        if (/*[*/n % 2 == 0/*]*/) {
            n = n / 2; /*; n steps top */
        } else {
            n = n * 3 + 1; /*; n steps top */
        }
        if (/*[*/n > top/*]*/) {
            top = n; /*; n steps top */
        }
        steps = steps + 1; /*; n steps top */
    }
    return top - steps;
}
