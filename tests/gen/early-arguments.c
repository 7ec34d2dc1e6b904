// test: gen
// A program that needs twelve arguments.
// clew-gen: --entry main
// expect-total: branch 4
// expect-covered: branch 4
int main(int argc, char **argv) {
    if (argc < 13)
        return 1;
    if (argv[12][0] == 'x')
        return 2;
    return 0;
}
