// test: gen
// Sentences of keywords: a keyword is one condition, and words that the program knows are put
// together by chance.
// clew-gen: --entry main
// expect-total: branch 18
// expect-covered: branch 18
// expect-infeasible: branch 0
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char line[40], verb[16], noun[16];
    int has_lantern = 0, is_lit = 0;
    while (fgets(line, sizeof line, stdin)) {
        int words = sscanf(line, "%15s %15s", verb, noun);
        if (words < 1)
            continue;
        if (strcmp(verb, "take") == 0) {
            if (words == 2 && strcasecmp(noun, "lantern") == 0)
                has_lantern = 1;
        } else if (strncmp(verb, "light", 5) == 0) {
            if (has_lantern)
                is_lit = 1;
        } else if (memcmp(verb, "go", 3) == 0 && is_lit) {
            return 1;
        }
    }
    return 0;
}
