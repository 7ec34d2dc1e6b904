// A server of mail, command by command: lines of text that must come in order, with addresses,
// parameters and a body that ends with a dot.

#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define LENGTH 64

enum state { greeting, ready, sender, recipients, body, gone };

struct server {
    enum state state;
    int extended, recipients, size, eight_bit, dots, lines, errors, secure;
};

struct line {
    const char *at;
    int length;
};

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }

static int takes(struct line *l, const char *word) {
    int i = 0;
    for (; word[i]; i++) {
        if (i >= l->length || upper(l->at[i]) != word[i]) return 0;
    }
    l->at += i;
    l->length -= i;
    return 1;
}

static int domain(struct line *l) {
    int labels = 0, characters = 0;
    if (l->length > 0 && l->at[0] == '[') {
        int i = 1, numbers = 1;
        for (; i < l->length && l->at[i] != ']'; i++) {
            if (l->at[i] == '.') numbers++;
            else if (l->at[i] < '0' || l->at[i] > '9') return 0;
        }
        if (i == l->length || numbers != 4) return 0;
        l->at += i + 1;
        l->length -= i + 1;
        return 1;
    }
    while (l->length > 0) {
        char c = *l->at;
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
            characters++;
        } else if (c == '-') {
            if (characters == 0) return 0;
        } else if (c == '.') {
            if (characters == 0) return 0;
            characters = 0;
            labels++;
        } else {
            break;
        }
        l->at++;
        l->length--;
    }
    return characters > 0 && labels < 4;
}

static int address(struct line *l, int may_be_empty) {
    int characters = 0, quoted = 0;
    if (!takes(l, "<")) return 0;
    if (takes(l, ">")) return may_be_empty;
    if (takes(l, "POSTMASTER>")) return !may_be_empty;
    while (l->length > 0) {
        char c = *l->at;
        l->at++;
        l->length--;
        if (quoted) {
            if (c == '"') quoted = 0;
            else if (c == '\\' && l->length > 0) { l->at++; l->length--; }
            continue;
        }
        if (c == '"') {
            if (characters) return 0;
            quoted = 1;
        } else if (c == '@') {
            if (!characters) return 0;
            return domain(l) && takes(l, ">");
        } else if (c <= ' ' || c == '<' || c == '>' || c == ',' || c == ';') {
            return 0;
        }
        characters++;
    }
    return 0;
}

static int parameters(struct server *s, struct line *l) {
    while (l->length > 0) {
        if (!takes(l, " ")) return 501;
        if (takes(l, "SIZE=")) {
            int size = 0, digits = 0;
            while (l->length > 0 && *l->at >= '0' && *l->at <= '9') {
                size = size * 10 + *l->at - '0';
                digits++;
                l->at++;
                l->length--;
                if (digits > 6) return 552;
            }
            if (!digits) return 501;
            if (size > 500) return 552;
            s->size = size;
        } else if (takes(l, "BODY=8BITMIME")) {
            s->eight_bit = 1;
        } else if (takes(l, "BODY=7BIT")) {
            if (s->eight_bit) return 501;
        } else {
            return 555;
        }
    }
    return 250;
}

static int command(struct server *s, struct line l) {
    if (takes(&l, "QUIT")) {
        s->state = gone;
        return l.length ? 501 : 221;
    }
    if (takes(&l, "NOOP")) return 250;
    if (takes(&l, "RSET")) {
        if (s->state > ready) s->state = ready;
        return 250;
    }
    if (takes(&l, "VRFY ")) return l.length ? 252 : 501;
    if (takes(&l, "STARTTLS")) {
        if (s->state != ready || s->secure) return 503;
        s->secure = 1;
        s->state = greeting;
        return 220;
    }
    if (takes(&l, "HELO ") || takes(&l, "EHLO ")) {
        s->extended = l.at[-5] == 'E' || l.at[-5] == 'e';
        if (!domain(&l) || l.length) return 501;
        s->state = ready;
        return 250;
    }
    if (takes(&l, "MAIL FROM:")) {
        if (s->state == greeting) return 503;
        if (s->state != ready) return 503;
        if (!address(&l, 1)) return 553;
        if (l.length && !s->extended) return 555;
        s->recipients = 0;
        s->state = sender;
        return parameters(s, &l);
    }
    if (takes(&l, "RCPT TO:")) {
        if (s->state != sender && s->state != recipients) return 503;
        if (!address(&l, 0)) return 553;
        if (l.length) return 555;
        if (++s->recipients > 2) return 452;
        s->state = recipients;
        return 250;
    }
    if (takes(&l, "DATA")) {
        if (l.length) return 501;
        if (s->state != recipients) return 503;
        s->state = body;
        return 354;
    }
    return ++s->errors > 3 ? 421 : 500;
}

static int content(struct server *s, struct line l) {
    if (l.length == 1 && l.at[0] == '.') {
        s->state = ready;
        return s->lines > 1 ? 250 : 251;
    }
    if (l.length > 0 && l.at[0] == '.') s->dots++;
    for (int i = 0; i < l.length; i++) {
        if (l.at[i] & 0x80 && !s->eight_bit) return 554;
    }
    s->lines++;
    return 0;
}

int main(void) {
    char data[LENGTH];
    struct server s = {greeting, 0, 0, 0, 0, 0, 0, 0, 0};
    int from = 0, last = 0;
    for (int i = 0; i < LENGTH; i++) data[i] = (char)__VERIFIER_nondet_uchar();
    for (int i = 0; i < LENGTH; i++) {
        if (data[i] == 0) break;
        if (data[i] == '\n') {
            struct line l = {data + from, i - from};
            if (l.length > 0 && l.at[l.length - 1] == '\r') l.length--;
            last = s.state == body ? content(&s, l) : command(&s, l);
            if (last == 421 || s.state == gone) return last;
            from = i + 1;
        }
    }
    if (s.dots && s.state == ready) return 1;
    return last >= 500 ? 2 : s.state == body ? 3 : 0;
}
