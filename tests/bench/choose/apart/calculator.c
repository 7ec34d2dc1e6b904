// A calculator: expressions are read, compiled for a stack machine with variables and jumps, and
// run with checks.

#include <limits.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define LENGTH 28
#define CODE 48
#define STACK 8

enum op {
    o_push, o_load, o_store, o_add, o_sub, o_mul, o_div, o_mod, o_neg, o_not, o_and, o_or, o_xor,
    o_shl, o_shr, o_lt, o_le, o_eq, o_ne, o_jump, o_jump_if_zero, o_pop, o_print, o_halt
};

struct compiler {
    const char *at, *end;
    int code[CODE], length, depth, error, defined;
};

static void emit(struct compiler *c, int word) {
    if (c->length == CODE) {
        c->error = 1;
        return;
    }
    c->code[c->length++] = word;
}

static char peek(struct compiler *c) {
    while (c->at < c->end && *c->at == ' ') c->at++;
    return c->at < c->end ? *c->at : 0;
}

static int take(struct compiler *c, char wanted) {
    if (peek(c) != wanted) return 0;
    c->at++;
    return 1;
}

static void ternary(struct compiler *c);

static void primary(struct compiler *c) {
    char first = peek(c);
    if (first >= '0' && first <= '9') {
        int value = 0;
        while (c->at < c->end && *c->at >= '0' && *c->at <= '9') {
            if (value > (INT_MAX - 9) / 10) {
                c->error = 2;
                return;
            }
            value = value * 10 + *c->at++ - '0';
        }
        emit(c, o_push);
        emit(c, value);
    } else if (first >= 'a' && first <= 'd') {
        int name = first - 'a';
        c->at++;
        if (peek(c) == '=' && c->end - c->at > 1 && c->at[1] != '=') {
            c->at++;
            ternary(c);
            emit(c, o_store);
            c->defined |= 1 << name;
        } else {
            if (!(c->defined >> name & 1)) {
                c->error = 3;
                return;
            }
            emit(c, o_load);
        }
        emit(c, name);
    } else if (take(c, '(')) {
        if (++c->depth > 3) {
            c->error = 4;
            return;
        }
        ternary(c);
        if (!take(c, ')')) c->error = 5;
        c->depth--;
    } else {
        c->error = 6;
    }
}

static void unary(struct compiler *c) {
    if (take(c, '-')) {
        unary(c);
        emit(c, o_neg);
    } else if (take(c, '!')) {
        unary(c);
        emit(c, o_not);
    } else {
        primary(c);
    }
}

static int operator(struct compiler *c, int level) {
    char first = peek(c);
    char second = c->end - c->at > 1 ? c->at[1] : 0;
    switch (level) {
    case 0:
        if (first == '|') return o_or;
        if (first == '^') return o_xor;
        break;
    case 1:
        if (first == '&') return o_and;
        break;
    case 2:
        if (first == '=' && second == '=') return o_eq;
        if (first == '!' && second == '=') return o_ne;
        break;
    case 3:
        if (first == '<' && second == '=') return o_le;
        if (first == '<' && second != '<') return o_lt;
        break;
    case 4:
        if (first == '<' && second == '<') return o_shl;
        if (first == '>' && second == '>') return o_shr;
        break;
    case 5:
        if (first == '+') return o_add;
        if (first == '-') return o_sub;
        break;
    default:
        if (first == '*') return o_mul;
        if (first == '/') return o_div;
        if (first == '%') return o_mod;
        break;
    }
    return -1;
}

static void binary(struct compiler *c, int level) {
    if (level > 6) {
        unary(c);
        return;
    }
    binary(c, level + 1);
    while (!c->error) {
        int op = operator(c, level);
        if (op < 0) break;
        c->at += op == o_eq || op == o_ne || op == o_le || op == o_shl || op == o_shr ? 2 : 1;
        binary(c, level + 1);
        emit(c, op);
    }
}

static void ternary(struct compiler *c) {
    int to_else, to_end;
    binary(c, 0);
    if (c->error || !take(c, '?')) return;
    emit(c, o_jump_if_zero);
    to_else = c->length;
    emit(c, 0);
    ternary(c);
    if (!take(c, ':')) {
        c->error = 7;
        return;
    }
    emit(c, o_jump);
    to_end = c->length;
    emit(c, 0);
    if (c->error) return;
    c->code[to_else] = c->length;
    ternary(c);
    if (c->error) return;
    c->code[to_end] = c->length;
}

static int run(const int *code, int *result) {
    int64_t stack[STACK];
    int variables[4] = {0}, top = 0, printed = 0;
    for (int at = 0, steps = 0; steps < 100; steps++) {
        int op = code[at++];
        if (op >= o_add && op <= o_ne && op != o_neg && op != o_not) {
            int64_t b, a;
            if (top < 2) return -1;
            b = stack[--top];
            a = stack[--top];
            switch (op) {
            case o_add: a += b; break;
            case o_sub: a -= b; break;
            case o_mul: a *= b; break;
            case o_div:
                if (b == 0) return -2;
                a /= b;
                break;
            case o_mod:
                if (b == 0) return -3;
                a %= b;
                break;
            case o_and: a &= b; break;
            case o_or: a |= b; break;
            case o_xor: a ^= b; break;
            case o_shl:
                if (b < 0 || b > 30) return -4;
                a <<= b;
                break;
            case o_shr:
                if (b < 0 || b > 30) return -5;
                a >>= b;
                break;
            case o_lt: a = a < b; break;
            case o_le: a = a <= b; break;
            case o_eq: a = a == b; break;
            default: a = a != b; break;
            }
            if (a > INT_MAX || a < INT_MIN) return -6;
            stack[top++] = a;
            continue;
        }
        switch (op) {
        case o_push:
            if (top == STACK) return -7;
            stack[top++] = code[at++];
            break;
        case o_load:
            if (top == STACK) return -7;
            stack[top++] = variables[code[at++]];
            break;
        case o_store: variables[code[at++]] = (int)stack[top - 1]; break;
        case o_neg: stack[top - 1] = -stack[top - 1]; break;
        case o_not: stack[top - 1] = !stack[top - 1]; break;
        case o_jump: at = code[at]; break;
        case o_jump_if_zero: at = stack[--top] ? at + 1 : code[at]; break;
        case o_pop: top--; break;
        case o_print:
            *result = (int)stack[top - 1];
            printed++;
            break;
        default:
            if (variables[0] == 42 && printed == 2) return 1;
            if (variables[1] < 0 && variables[2] > 100) return 2;
            if (variables[3] == 1 << 20) return 3;
            return 0;
        }
    }
    return -8;
}

int main(void) {
    char data[LENGTH];
    struct compiler c = {data, data + LENGTH, {0}, 0, 0, 0, 0};
    int result = 0, statements = 0, status;
    for (int i = 0; i < LENGTH; i++) data[i] = (char)__VERIFIER_nondet_uchar();
    while (!c.error && peek(&c)) {
        ternary(&c);
        if (c.error) return 10 + c.error;
        emit(&c, statements % 2 ? o_pop : o_print);
        statements++;
        if (!take(&c, ';')) break;
    }
    if (c.error) return 20;
    if (peek(&c)) return 21;
    emit(&c, o_halt);
    if (c.error) return 22;
    status = run(c.code, &result);
    if (status == 0 && result == 12345) return 30;
    if (status == 0 && result < -1000) return 31;
    return status;
}
