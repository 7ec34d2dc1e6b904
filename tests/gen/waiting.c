// test: gen
// A program that waits for people to follow it: its tests do not wait.
// clew-gen: -f main
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    int at = 0;
    for (int i = 0; i < 40; i++) {
        int c = getchar();
        if (c == 'l')
            at++;
        sleep(1);
        usleep(900000);
        nanosleep(&(struct timespec){1, 0}, NULL);
    }
    return at == 30 ? 0 : 1;
}
