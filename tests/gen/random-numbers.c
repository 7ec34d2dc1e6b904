// test: gen
// What chance gives is decided by the tests, which define `rand`. That it is not negative is what a
// library promises, and not what the program says.
// clew-gen: --entry main
// expect-total: branch 16
// expect-covered: branch 14
// expect-infeasible: branch 0
// expect-complete: true
#include <stdio.h>
#include <stdlib.h>

static int roll(void)
{
    return rand() % 6 + 1;
}

int main(void)
{
    int sum = 0, doubles = 0;
    srand(20);
    if (rand() < 0)
        return 1;
    if (random() > 2147483647)
        return 2;
    for (int i = 0; i < 3; i++) {
        int one = roll(), other = roll();
        if (one == other)
            doubles++;
        sum += one + other;
    }
    if (doubles == 3)
        puts("to prison");
    if (sum == 35)
        return 3;
    if (sum > 30)
        return doubles ? 4 : 5;
    return 0;
}
