// test: gen
// A recursive-descent parser with its state in a struct, for sums of numbers in parentheses.
// clew-gen: -f evaluate
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stddef.h>
#include <string.h>

struct parser {
    const char *text;
    size_t at, length;
    int error;
};

static int sum(struct parser *parser);

static int peek(struct parser *parser) {
    return parser->at < parser->length ? (unsigned char)parser->text[parser->at] : -1;
}

static int atom(struct parser *parser) {
    int c = peek(parser), value = 0;
    if (c == '(') {
        parser->at++;
        value = sum(parser);
        if (peek(parser) != ')')
            parser->error = 1;
        parser->at++;
        return value;
    }
    if (c < '0' || c > '9')
        parser->error = 2;
    while ((c = peek(parser)) >= '0' && c <= '9') {
        value = (value * 10 + c - '0') % 1000;
        parser->at++;
    }
    return value;
}

static int sum(struct parser *parser) {
    int value = atom(parser);
    while (peek(parser) == '+') {
        parser->at++;
        value += atom(parser);
    }
    return value;
}

int evaluate(const char *text) {
    struct parser parser = {text, 0, strlen(text), 0};
    int value = sum(&parser);
    if (value != 12 || parser.error)
        return 0;
    return parser.at == parser.length ? 1 : -1;
}
