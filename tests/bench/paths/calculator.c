// test: paths
// A calculator by recursive descent over a text of five bytes.
// clew-gen: --entry main --exhaustive
// expect-paths: 122
void klee_make_symbolic(void *, unsigned long, const char *);

enum { LENGTH = 5 };

static const char *at;
static int failed;

static int sum(void);

static int factor(void) {
    if (*at == '(') {
        at++;
        int value = sum();
        if (*at != ')') {
            failed = 1;
            return 0;
        }
        at++;
        return value;
    }
    if (*at >= '0' && *at <= '9')
        return *at++ - '0';
    failed = 1;
    return 0;
}

static int product(void) {
    int value = factor();
    while (!failed && *at == '*') {
        at++;
        value *= factor();
    }
    return value;
}

static int sum(void) {
    int value = product();
    while (!failed && *at == '+') {
        at++;
        value += product();
    }
    return value;
}

int main(void) {
    char text[LENGTH + 1];
    klee_make_symbolic(text, sizeof text, "text");
    text[LENGTH] = '\0';
    at = text;
    failed = 0;
    int value = sum();
    if (failed || *at != '\0')
        return -1;
    return value == 42;
}
