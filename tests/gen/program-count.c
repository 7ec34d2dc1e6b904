// test: gen
// A program that only looks at how many arguments there are.
// clew-gen: -f main
// expect-total: branch 4
// expect-covered: branch 4
int main(int argc) {
    if (argc > 3)
        return 1;
    if (argc == 2)
        return 2;
    return 0;
}
