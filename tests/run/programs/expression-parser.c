// test: run
// A recursive descent parser and evaluator for arithmetic.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static const char *error;
static long expression(void);

static void skip(void) { while (isspace((unsigned char)*at)) at++; }
static long primary(void) {
    skip();
    if (*at == '(') {
        at++;
        long v = expression();
        skip();
        if (*at == ')') at++;
        else error = "expected )";
        return v;
    }
    if (*at == '-') { at++; return -primary(); }
    if (!isdigit((unsigned char)*at)) { error = "expected a number"; return 0; }
    char *end;
    long v = strtol(at, &end, 0);
    at = end;
    return v;
}
static long term(void) {
    long v = primary();
    for (;;) {
        skip();
        char op = *at;
        if (op != '*' && op != '/' && op != '%') return v;
        at++;
        long r = primary();
        if (op == '*') v *= r;
        else if (r == 0) { error = "division by zero"; return 0; }
        else v = op == '/' ? v / r : v % r;
    }
}
static long expression(void) {
    long v = term();
    for (skip(); *at == '+' || *at == '-'; skip())
        v = *at++ == '+' ? v + term() : v - term();
    return v;
}

int main(void) {
    static const char *const lines[] = {"1 + 2 * 3", "(1 + 2) * 3", "-4 * -(2 + 3)", "100 / 7 % 4", "0x10 + 010", "2 * (3 + ", "5 / (2 - 2)", "1 - 2 - 3", "((((7))))", "+"};
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = lines[i];
        error = NULL;
        long v = expression();
        if (error) printf("%s: %s\n", lines[i], error);
        else printf("%s = %ld\n", lines[i], v);
    }
    return 0;
}
