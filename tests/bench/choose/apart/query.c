// A tiny database: statements are read word by word, checked against a table and run on it.

#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define LENGTH 40
#define ROWS 4

struct row {
    int used, key, value;
};

struct database {
    struct row rows[ROWS];
    int count, changes, open;
};

struct reader {
    const char *at, *end;
};

static void blanks(struct reader *r) {
    while (r->at < r->end && *r->at == ' ') r->at++;
}

static int word(struct reader *r, const char *wanted) {
    const char *at;
    size_t length = strlen(wanted);
    blanks(r);
    at = r->at;
    for (size_t i = 0; i < length; i++, at++) {
        if (at >= r->end || *at != wanted[i]) return 0;
    }
    r->at = at;
    return 1;
}

static int number(struct reader *r, int *value) {
    int sign = word(r, "-") ? -1 : 1, digits = 0;
    *value = 0;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
        if (digits++ == 4) return 0;
        *value = *value * 10 + *r->at++ - '0';
    }
    *value *= sign;
    return digits > 0;
}

struct condition {
    int column, compare, value;
};

static int condition(struct reader *r, struct condition *c) {
    if (word(r, "k")) c->column = 0;
    else if (word(r, "v")) c->column = 1;
    else return 0;
    if (word(r, "<=")) c->compare = 1;
    else if (word(r, "<")) c->compare = 0;
    else if (word(r, "=")) c->compare = 2;
    else if (word(r, "!=")) c->compare = 3;
    else return 0;
    return number(r, &c->value);
}

static int holds(const struct row *row, const struct condition *c) {
    int left = c->column ? row->value : row->key;
    switch (c->compare) {
    case 0: return left < c->value;
    case 1: return left <= c->value;
    case 2: return left == c->value;
    default: return left != c->value;
    }
}

static int find(struct database *d, int key) {
    for (int i = 0; i < ROWS; i++) {
        if (d->rows[i].used && d->rows[i].key == key) return i;
    }
    return -1;
}

static int add(struct database *d, struct reader *r) {
    int key, value, at;
    if (!number(r, &key) || !word(r, ",") || !number(r, &value)) return -10;
    if (find(d, key) >= 0) return -11;
    for (at = 0; at < ROWS && d->rows[at].used; at++) {}
    if (at == ROWS) return -12;
    d->rows[at].used = 1;
    d->rows[at].key = key;
    d->rows[at].value = value;
    d->count++;
    return 1;
}

static int get(struct database *d, struct reader *r) {
    struct condition first, second;
    int both = 0, either = 0, matches = 0, sum = word(r, "sum");
    if (!condition(r, &first)) return -20;
    if (word(r, "and")) both = 1;
    else if (word(r, "or")) either = 1;
    if ((both || either) && !condition(r, &second)) return -21;
    for (int i = 0; i < ROWS; i++) {
        int is_match;
        if (!d->rows[i].used) continue;
        is_match = holds(&d->rows[i], &first);
        if (both) is_match = is_match && holds(&d->rows[i], &second);
        if (either) is_match = is_match || holds(&d->rows[i], &second);
        if (is_match) matches += sum ? d->rows[i].value : 1;
    }
    if (sum && matches > 1000) return -22;
    return matches;
}

static int set(struct database *d, struct reader *r) {
    int key, value, at;
    if (!number(r, &key) || !word(r, "=")) return -30;
    at = find(d, key);
    if (at < 0) return -31;
    if (word(r, "+")) {
        if (!number(r, &value)) return -32;
        d->rows[at].value += value;
    } else {
        if (!number(r, &value)) return -33;
        d->rows[at].value = value;
    }
    if (d->rows[at].value < 0) return -34;
    d->changes++;
    return 1;
}

static int drop(struct database *d, struct reader *r) {
    struct condition c;
    int dropped = 0;
    if (word(r, "*")) {
        if (d->open) return -40;
        memset(d->rows, 0, sizeof d->rows);
        d->count = 0;
        return 2;
    }
    if (!condition(r, &c)) return -41;
    for (int i = 0; i < ROWS; i++) {
        if (d->rows[i].used && holds(&d->rows[i], &c)) {
            d->rows[i].used = 0;
            d->count--;
            dropped++;
        }
    }
    return dropped;
}

static int statement(struct database *d, struct reader *r) {
    if (word(r, "begin")) return d->open++ ? -1 : 0;
    if (word(r, "commit")) {
        if (!d->open) return -2;
        d->open = 0;
        return d->changes > 1 ? 3 : 0;
    }
    if (word(r, "add")) return add(d, r);
    if (word(r, "get")) return get(d, r);
    if (word(r, "set")) return set(d, r);
    if (word(r, "drop")) return drop(d, r);
    return -3;
}

int main(void) {
    char data[LENGTH];
    struct database d = {0};
    struct reader r = {data, data + LENGTH};
    int result = 0, statements = 0;
    for (int i = 0; i < LENGTH; i++) data[i] = (char)__VERIFIER_nondet_uchar();
    for (;;) {
        blanks(&r);
        if (r.at >= r.end || *r.at == 0) break;
        result = statement(&d, &r);
        if (result < 0) return -result;
        statements++;
        if (!word(&r, ";")) return 100;
    }
    if (d.count == 3) return 101;
    if (statements > 2 && d.changes == 1 && !d.open) return 102;
    return result > 1 ? 103 : 0;
}
