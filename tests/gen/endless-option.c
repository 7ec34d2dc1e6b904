// test: gen
// A loop that never ends for some arguments keeps nothing else from being tested: the runs into it end at
// the step limit, which stays the same after each of them. What only they reach is open.
// clew-gen: --entry main --max-runs 20000
// expect-total: branch 18
// expect-covered: branch 17
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[16];
    int length = 0, found = 0;
    if (argc < 2)
        return 1;
    for (const char *at = argv[1]; *at != '\0';) {
        if (*at == '!')
            continue; // forgets to go on
        at++;
        length++;
    }
    printf("%d\n", length);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (length == 3 && strcmp(line, "alpha\n") == 0)
            found++;
        else if (length == 2 && strncmp(line, "be", 2) == 0)
            found += 2;
    }
    if (found == 5)
        puts("five");
    return found > 2;
}
