// test: gen
// A function that is not declared may be any of the program's, and call `main` again.
// clew-gen: --entry main --cflags=-std=c89
// expect-infeasible: branch 0
int n;

int main() {
    if (n == 1)
        return 7;
    n = 1;
    foo();
    return 0;
}
