// test: gen
// A search with larger inputs begins with the tests of the one that stalled, however many arguments
// each allows.
// clew-gen: --entry main
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0

int main(int argc, char **argv) {
    int options = 0, digits = 0;
    for (int i = 1; i < argc; i++) {
        for (const char *at = argv[i]; *at != '\0'; at++) {
            if (*at == '-')
                options++;
            else if (*at >= '0' && *at <= '9')
                digits++;
        }
    }
    if (argc > 5 && digits > 2 * options)
        return 1;
    return 0;
}
