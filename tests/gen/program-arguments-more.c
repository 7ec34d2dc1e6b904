// test: gen
// More arguments than a search begins with: the next search knows the inputs of the first.
// clew-gen: --entry main --max-runs 400000
// expect-total: branch 10
// expect-covered: branch 10
#include <stdlib.h>

int main(int argc, char **argv) {
    int numbers = 0;
    for (int i = 1; i < argc; i++) {
        char *end;
        strtol(argv[i], &end, 10);
        if (end == argv[i] || *end)
            return 2;
        numbers++;
    }
    if (argc > 1 && numbers == 5)
        return 1;
    return 0;
}
