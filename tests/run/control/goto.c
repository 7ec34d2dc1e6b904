// test: run
// goto: forwards, backwards, into and out of loops and blocks, over initialisers.
#include <stdio.h>

static int into_loop(int start) {
    int i = start, s = 0;
    goto middle;
    for (i = 0; i < 10; i++) {
        s += i;
middle:
        s += 100;
    }
    return s;
}

static int out_of_nest(void) {
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            while (1) {
                if (i * j == 42)
                    goto found;
                break;
            }
    return -1;
found:
    return 42;
}

static int state_machine(const char *s) {
    int words = 0;
start:
    if (!*s) goto end;
    if (*s++ == ' ') goto start;
    words++;
word:
    if (!*s) goto end;
    if (*s++ == ' ') goto start;
    goto word;
end:
    return words;
}

static int cleanup(int fail) {
    int r = 0;
    if (fail == 1) goto one;
    if (fail == 2) goto two;
    r += 4;
two:
    r += 2;
one:
    r += 1;
    return r;
}

int main(void) {
    printf("%d %d\n", into_loop(8), into_loop(20));
    printf("%d\n", out_of_nest());
    printf("%d %d\n", state_machine("  some words  here "), state_machine(""));
    printf("%d %d %d\n", cleanup(0), cleanup(1), cleanup(2));
    int n = 0;
back:
    if (n++ < 3) goto back;
    printf("%d\n", n);
    goto inside;
    {
        int x;
        x = 1;
        printf("not reached\n");
inside:
        x = 5;
        printf("%d\n", x);
    }
    if (0) {
dead:
        printf("revived\n");
        goto finish;
    }
    goto dead;
finish:;
    return 0;
}
