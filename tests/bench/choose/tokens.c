// A tokeniser of a small C: keywords, numbers in three bases, strings with escapes, comments and
// operators of up to three characters.

#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define LENGTH 24
#define MOST 16

enum kind {
    t_end, t_error, t_name, t_number, t_float, t_char, t_string,
    t_if, t_else, t_while, t_return, t_int, t_char_word, t_for, t_do,
    t_plus, t_increment, t_add_assign, t_minus, t_decrement, t_sub_assign, t_arrow,
    t_star, t_mul_assign, t_slash, t_div_assign, t_percent, t_mod_assign,
    t_less, t_less_equal, t_shift_left, t_shift_left_assign,
    t_greater, t_greater_equal, t_shift_right, t_shift_right_assign,
    t_assign, t_equal, t_not, t_not_equal, t_and, t_and_and, t_and_assign,
    t_or, t_or_or, t_or_assign, t_xor, t_xor_assign, t_tilde, t_question, t_colon,
    t_semicolon, t_comma, t_dot, t_dots, t_open, t_close, t_open_brace, t_close_brace,
    t_open_bracket, t_close_bracket
};

struct text {
    const char *at, *end;
    int line, nesting;
    unsigned long value;
};

static int peek(const struct text *t) { return t->at < t->end ? (unsigned char)*t->at : 0; }

static int accept(struct text *t, int c) {
    if (peek(t) == c) {
        t->at++;
        return 1;
    }
    return 0;
}

static int is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int digit_of(int c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

static enum kind word(const char *from, size_t length) {
    switch (length) {
    case 2:
        if (!memcmp(from, "if", 2)) return t_if;
        if (!memcmp(from, "do", 2)) return t_do;
        break;
    case 3:
        if (!memcmp(from, "int", 3)) return t_int;
        if (!memcmp(from, "for", 3)) return t_for;
        break;
    case 4:
        if (!memcmp(from, "else", 4)) return t_else;
        if (!memcmp(from, "char", 4)) return t_char_word;
        break;
    case 5:
        if (!memcmp(from, "while", 5)) return t_while;
        break;
    case 6:
        if (!memcmp(from, "return", 6)) return t_return;
        break;
    default:
        break;
    }
    return t_name;
}

static enum kind number(struct text *t) {
    int base = 10, digits = 0;
    t->value = 0;
    if (accept(t, '0')) {
        digits = 1;
        base = 8;
        if (accept(t, 'x') || accept(t, 'X')) {
            base = 16;
            digits = 0;
        } else if (accept(t, 'b')) {
            base = 2;
            digits = 0;
        }
    }
    while (digit_of(peek(t)) < base) {
        t->value = t->value * (unsigned)base + (unsigned)digit_of(peek(t));
        t->at++;
        digits++;
    }
    if (digits == 0) return t_error;
    if (base == 10 && (peek(t) == '.' || peek(t) == 'e')) {
        if (accept(t, '.')) {
            while (is_digit(peek(t))) t->at++;
        }
        if (accept(t, 'e')) {
            if (!accept(t, '-')) accept(t, '+');
            if (!is_digit(peek(t))) return t_error;
            while (is_digit(peek(t))) t->at++;
        }
        accept(t, 'f');
        return t_float;
    }
    if (accept(t, 'u')) accept(t, 'l');
    else if (accept(t, 'l')) accept(t, 'l');
    if (is_letter(peek(t)) || is_digit(peek(t))) return t_error;
    if (t->value > 255 && base == 2) return t_error;
    return t_number;
}

static int escape(struct text *t) {
    switch (peek(t)) {
    case 'n': case 't': case 'r': case '0': case '\\': case '\'': case '"':
        t->at++;
        return 1;
    case 'x': {
        int digits = 0;
        t->at++;
        while (digit_of(peek(t)) < 16) {
            t->at++;
            digits++;
        }
        return digits > 0 && digits <= 2;
    }
    default:
        return 0;
    }
}

static enum kind quoted(struct text *t, int quote) {
    int characters = 0;
    for (;;) {
        int c = peek(t);
        if (c == 0 || c == '\n') return t_error;
        t->at++;
        if (c == quote) break;
        if (c == '\\' && !escape(t)) return t_error;
        characters++;
    }
    if (quote == '"') return t_string;
    return characters == 1 ? t_char : t_error;
}

static int skip(struct text *t) {
    for (;;) {
        int c = peek(t);
        if (c == ' ' || c == '\t') {
            t->at++;
        } else if (c == '\n') {
            t->line++;
            t->at++;
        } else if (c == '/' && t->end - t->at > 1 && t->at[1] == '/') {
            while (peek(t) && peek(t) != '\n') t->at++;
        } else if (c == '/' && t->end - t->at > 1 && t->at[1] == '*') {
            t->at += 2;
            for (;;) {
                if (!peek(t)) return 0;
                if (accept(t, '*')) {
                    if (accept(t, '/')) break;
                } else {
                    if (peek(t) == '\n') t->line++;
                    t->at++;
                }
            }
        } else {
            return 1;
        }
    }
}

#define ONE_OR_ASSIGN(character, one, assign) \
    case character: return accept(t, '=') ? assign : one;
#define TWICE_OR_ASSIGN(character, one, twice, assign) \
    case character:                                    \
        if (accept(t, character)) return twice;        \
        return accept(t, '=') ? assign : one;

static enum kind next(struct text *t) {
    int c;
    if (!skip(t)) return t_error;
    c = peek(t);
    if (c == 0) return t_end;
    if (is_letter(c)) {
        const char *from = t->at;
        while (is_letter(peek(t)) || is_digit(peek(t))) t->at++;
        return word(from, (size_t)(t->at - from));
    }
    if (is_digit(c)) return number(t);
    t->at++;
    switch (c) {
    case '"': return quoted(t, '"');
    case '\'': return quoted(t, '\'');
    TWICE_OR_ASSIGN('+', t_plus, t_increment, t_add_assign)
    case '-':
        if (accept(t, '>')) return t_arrow;
        if (accept(t, '-')) return t_decrement;
        return accept(t, '=') ? t_sub_assign : t_minus;
    ONE_OR_ASSIGN('*', t_star, t_mul_assign)
    ONE_OR_ASSIGN('/', t_slash, t_div_assign)
    ONE_OR_ASSIGN('%', t_percent, t_mod_assign)
    case '<':
        if (accept(t, '<')) return accept(t, '=') ? t_shift_left_assign : t_shift_left;
        return accept(t, '=') ? t_less_equal : t_less;
    case '>':
        if (accept(t, '>')) return accept(t, '=') ? t_shift_right_assign : t_shift_right;
        return accept(t, '=') ? t_greater_equal : t_greater;
    ONE_OR_ASSIGN('=', t_assign, t_equal)
    ONE_OR_ASSIGN('!', t_not, t_not_equal)
    TWICE_OR_ASSIGN('&', t_and, t_and_and, t_and_assign)
    TWICE_OR_ASSIGN('|', t_or, t_or_or, t_or_assign)
    ONE_OR_ASSIGN('^', t_xor, t_xor_assign)
    case '~': return t_tilde;
    case '?': return t_question;
    case ':': return t_colon;
    case ';': return t_semicolon;
    case ',': return t_comma;
    case '.':
        if (accept(t, '.')) return accept(t, '.') ? t_dots : t_error;
        return is_digit(peek(t)) ? t_float : t_dot;
    case '(': t->nesting++; return t_open;
    case ')': return --t->nesting < 0 ? t_error : t_close;
    case '{': t->nesting += 16; return t_open_brace;
    case '}': t->nesting -= 16; return t->nesting < 0 ? t_error : t_close_brace;
    case '[': return t_open_bracket;
    case ']': return t_close_bracket;
    default: return t_error;
    }
}

int main(void) {
    char data[LENGTH];
    enum kind kinds[MOST];
    int count = 0, loops = 0;
    struct text t = {data, data + LENGTH, 1, 0, 0};
    for (int i = 0; i < LENGTH; i++) data[i] = (char)__VERIFIER_nondet_uchar();
    while (count < MOST) {
        enum kind kind = next(&t);
        if (kind == t_error) return 1;
        if (kind == t_end) break;
        kinds[count++] = kind;
    }
    if (count == MOST) return 2;
    if (t.nesting != 0) return 3;
    for (int i = 0; i + 1 < count; i++) {
        if ((kinds[i] == t_while || kinds[i] == t_for) && kinds[i + 1] == t_open) loops++;
        if (kinds[i] == t_if && kinds[i + 1] != t_open) return 4;
        if (kinds[i] == t_return && kinds[i + 1] == t_semicolon) return 5;
        if (kinds[i] == t_number && kinds[i + 1] == t_number) return 6;
    }
    return loops > 1 ? 7 : 0;
}
