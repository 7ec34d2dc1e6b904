// test: gen
// A harness in the style of CREST.
// clew-gen: --entry main --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 3
#define CREST_int(x) __CrestInt(&(x))
#define CREST_char(x) __CrestChar(&(x))
void __CrestInt(int *);
void __CrestChar(char *);

int main(void) {
    int a;
    char b;
    CREST_int(a);
    CREST_char(b);
    if (a + b == 500)
        return 1;
    if (b == 'k')
        return 2;
    return 0;
}
