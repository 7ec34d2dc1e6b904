// test: gen
// A program that looks at its environment, which is empty here and proves nothing.
// clew-gen: -f main
// expect-total: branch 8
// expect-covered: branch 5
// expect-infeasible: branch 0
#include <string.h>

int main(int argc, char **argv, char **envp) {
    if (argc < 2)
        return 1;
    if (strcmp(argv[1], "go") == 0)
        return 2;
    for (int i = 0; envp[i]; i++)
        if (envp[i][0] == 'H')
            return 3;
    return 0;
}
