// test: gen
// The arguments of a program are inputs: how many there are, and what they say.
// clew-gen: --entry main
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int level = 0;
    if (argc < 2)
        return 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            level++;
        else if (argv[i][0] == '-' && argv[i][1] == 'l')
            level = atoi(argv[i] + 2);
    }
    return level > 40 ? 2 : 0;
}
