// test: gen
// Options and operands, more than any comparison of their number tells.
// clew-gen: --entry main
// expect-total: branch 10
// expect-covered: branch 10
#include <string.h>

int main(int argc, char **argv) {
    int verbose = 0, operands = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose"))
            verbose++;
        else if (argv[i][0] == '-')
            return 2;
        else
            operands++;
    }
    if (verbose == 2 && operands == 9)
        return 3;
    return 0;
}
