// A reader of nested tags, lengths and values, as certificates are written: definite lengths of one
// or more bytes, sequences, integers, object identifiers, times and bit strings.

#include <stdint.h>

struct input {
    uint8_t bytes[48];
};

struct cursor {
    const uint8_t *at, *end;
};

struct found {
    int version, serial, algorithm, names, times, keys, extensions, critical, depth;
};

enum { e_end = -1, e_length = -2, e_tag = -3, e_integer = -4, e_identifier = -5, e_time = -6,
       e_bits = -7, e_text = -8, e_deep = -9, e_boolean = -10, e_order = -11 };

static int head(struct cursor *c, int *tag, struct cursor *value) {
    unsigned length;
    if (c->end - c->at < 2) return e_end;
    *tag = *c->at++;
    if ((*tag & 31) == 31) return e_tag;
    length = *c->at++;
    if (length == 0x80) return e_length;
    if (length > 0x80) {
        unsigned bytes = length & 127;
        if (bytes > 2) return e_length;
        length = 0;
        while (bytes-- > 0) {
            if (c->at == c->end) return e_end;
            length = length << 8 | *c->at++;
        }
        if (length < 0x80) return e_length;
    }
    if (length > (unsigned)(c->end - c->at)) return e_end;
    value->at = c->at;
    value->end = c->at + length;
    c->at += length;
    return 0;
}

static int integer(struct cursor v, int *result) {
    int32_t value = 0;
    if (v.at == v.end) return e_integer;
    if (v.end - v.at > 1) {
        if (v.at[0] == 0 && !(v.at[1] & 0x80)) return e_integer;
        if (v.at[0] == 0xff && v.at[1] & 0x80) return e_integer;
    }
    if (v.end - v.at > 4) return 1;
    if (v.at[0] & 0x80) value = -1;
    while (v.at < v.end) value = (int32_t)((uint32_t)value << 8 | *v.at++);
    *result = value;
    return 0;
}

static int identifier(struct cursor v, int *algorithm) {
    uint32_t part = 0, hash = 0;
    int parts = 0;
    if (v.at == v.end) return e_identifier;
    while (v.at < v.end) {
        if (part == 0 && *v.at == 0x80) return e_identifier;
        part = part << 7 | (*v.at & 127);
        if (!(*v.at++ & 0x80)) {
            hash = hash * 31 + part;
            parts++;
            part = 0;
        } else if (v.at == v.end) {
            return e_identifier;
        }
    }
    switch (hash) {
    case 42 * 31 + 3: *algorithm = 1; break;
    case (85 * 31 + 29) * 31 + 19: *algorithm = 2; break;
    case (85 * 31 + 4) * 31 + 3: *algorithm = 3; break;
    default: *algorithm = parts > 4 ? 4 : 0; break;
    }
    return 0;
}

static int two(const uint8_t *at) {
    if (at[0] < '0' || at[0] > '9' || at[1] < '0' || at[1] > '9') return -1;
    return (at[0] - '0') * 10 + at[1] - '0';
}

static int time(struct cursor v) {
    int year, month, day;
    if (v.end - v.at != 7) return e_time;
    year = two(v.at);
    month = two(v.at + 2);
    day = two(v.at + 4);
    if (year < 0 || month < 1 || month > 12) return e_time;
    if (day < 1 || day > 31) return e_time;
    if (month == 2 && day > 29) return e_time;
    if (v.at[6] != 'Z') return e_time;
    return year >= 50 ? 1 : 0;
}

static int text(struct cursor v, int tag) {
    for (; v.at < v.end; v.at++) {
        if (tag == 0x13) {
            if (!((*v.at >= 'a' && *v.at <= 'z') || (*v.at >= 'A' && *v.at <= 'Z') ||
                  (*v.at >= '0' && *v.at <= '9') || *v.at == ' ' || *v.at == '.'))
                return e_text;
        } else if (tag == 0x16) {
            if (*v.at & 0x80) return e_text;
        } else if (*v.at >= 0xf8) {
            return e_text;
        }
    }
    return 0;
}

static int bits(struct cursor v, struct found *f) {
    unsigned unused;
    if (v.at == v.end) return e_bits;
    unused = *v.at++;
    if (unused > 7) return e_bits;
    if (v.at == v.end) return unused ? e_bits : 0;
    if (v.end[-1] & ((1u << unused) - 1)) return e_bits;
    f->keys++;
    return 0;
}

static int items(struct cursor c, struct found *f, int depth) {
    int last = 0;
    if (depth > 4) return e_deep;
    if (depth > f->depth) f->depth = depth;
    while (c.at < c.end) {
        int tag, result;
        struct cursor value;
        result = head(&c, &tag, &value);
        if (result) return result;
        switch (tag) {
        case 0x01:
            if (value.end - value.at != 1) return e_boolean;
            if (*value.at != 0 && *value.at != 0xff) return e_boolean;
            if (last != 0x06) return e_order;
            f->critical += *value.at == 0xff;
            break;
        case 0x02:
            result = integer(value, f->serial ? &f->version : &f->serial);
            break;
        case 0x03:
            result = bits(value, f);
            break;
        case 0x04:
            if (last == 0x06 || last == 0x01) {
                f->extensions++;
                result = items(value, f, depth + 1);
            }
            break;
        case 0x05:
            if (value.at != value.end) return e_length;
            break;
        case 0x06:
            result = identifier(value, &f->algorithm);
            break;
        case 0x0c:
        case 0x13:
        case 0x16:
            result = text(value, tag);
            f->names++;
            break;
        case 0x17:
            result = time(value);
            if (result > 0) result = 0;
            f->times++;
            break;
        case 0x30:
        case 0x31:
            result = items(value, f, depth + 1);
            break;
        case 0xa0:
            if (f->version) return e_order;
            result = items(value, f, depth + 1);
            if (!result && f->version > 2) return e_integer;
            break;
        case 0xa3:
            if (!f->keys) return e_order;
            result = items(value, f, depth + 1);
            break;
        default:
            return e_tag;
        }
        if (result < 0) return result;
        last = tag;
    }
    return 0;
}

int certificate(const struct input *input) {
    struct found f = {0};
    struct cursor c = {input->bytes, input->bytes + 48}, all;
    int tag, result = head(&c, &tag, &all);
    if (result) return result;
    if (tag != 0x30) return e_tag;
    result = items(all, &f, 1);
    if (result) return result;
    if (f.times == 2 && f.names >= 2) return 1;
    if (f.algorithm == 2 && f.critical) return 2;
    if (f.serial == 4711) return 3;
    if (f.keys && f.extensions > 1) return 4;
    if (f.depth == 4) return 5;
    return 0;
}

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    struct input input;
    for (int i = 0; i < 48; i++) input.bytes[i] = __VERIFIER_nondet_uchar();
    return certificate(&input);
}
