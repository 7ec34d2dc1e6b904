// A broker of messages: packets with a type, flags, a length of variable size, strings and a
// checksum, and a session that says which packets may come when.

#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define LENGTH 40

enum packet {
    p_connect = 1, p_accept, p_publish, p_received, p_release, p_subscribe = 8, p_unsubscribe = 10,
    p_ping = 12, p_goodbye = 14
};

enum result {
    r_ok, r_short, r_long, r_type, r_flags, r_protocol, r_version, r_order, r_topic, r_quality,
    r_checksum, r_identifier, r_password, r_twice, r_unknown
};

struct reader {
    const uint8_t *at, *end;
    int failed;
};

struct session {
    int connected, clean, will, subscriptions, outstanding[4], keep_alive, pings;
    uint16_t last;
};

static unsigned byte(struct reader *r) {
    if (r->at == r->end) {
        r->failed = 1;
        return 0;
    }
    return *r->at++;
}

static unsigned word(struct reader *r) {
    unsigned high = byte(r);
    return high << 8 | byte(r);
}

static unsigned remaining(struct reader *r) {
    unsigned value = 0, shift = 0, next;
    do {
        if (shift > 21) {
            r->failed = 1;
            return 0;
        }
        next = byte(r);
        value |= (next & 127) << shift;
        shift += 7;
    } while (next & 128);
    return value;
}

static int text(struct reader *r, const uint8_t **from, unsigned *length) {
    *length = word(r);
    *from = r->at;
    if (*length > (unsigned)(r->end - r->at)) {
        r->failed = 1;
        return 0;
    }
    r->at += *length;
    return !r->failed;
}

static enum result topic(const uint8_t *from, unsigned length, int may_match) {
    unsigned levels = 0;
    if (length == 0) return r_topic;
    for (unsigned i = 0; i < length; i++) {
        switch (from[i]) {
        case 0:
            return r_topic;
        case '#':
            if (!may_match || i + 1 != length) return r_topic;
            if (i > 0 && from[i - 1] != '/') return r_topic;
            break;
        case '+':
            if (!may_match) return r_topic;
            if (i > 0 && from[i - 1] != '/') return r_topic;
            if (i + 1 < length && from[i + 1] != '/') return r_topic;
            break;
        case '/':
            if (++levels > 3) return r_topic;
            break;
        case '$':
            if (i == 0 && !may_match) return r_topic;
            break;
        default:
            if (from[i] >= 0x80) {
                if ((from[i] & 0xe0) != 0xc0 || i + 1 >= length) return r_topic;
                if ((from[++i] & 0xc0) != 0x80) return r_topic;
            }
        }
    }
    return r_ok;
}

static enum result connect(struct session *s, struct reader *r) {
    const uint8_t *from;
    unsigned length, flags;
    if (s->connected) return r_twice;
    if (!text(r, &from, &length)) return r_short;
    if (length != 4 || from[0] != 'M' || from[1] != 'Q' || from[2] != 'T' || from[3] != 'T')
        return r_protocol;
    switch (byte(r)) {
    case 3:
    case 4: break;
    case 5: return r_unknown;
    default: return r_version;
    }
    flags = byte(r);
    if (flags & 1) return r_flags;
    s->clean = flags >> 1 & 1;
    s->will = flags >> 2 & 1;
    if (!s->will && flags & 0x38) return r_flags;
    if ((flags >> 3 & 3) == 3) return r_quality;
    s->keep_alive = (int)word(r);
    if (!text(r, &from, &length)) return r_short;
    if (length == 0 && !s->clean) return r_identifier;
    if (length > 8) return r_identifier;
    if (s->will) {
        if (!text(r, &from, &length) || topic(from, length, 0) != r_ok) return r_topic;
        if (!text(r, &from, &length)) return r_short;
    }
    if (flags & 0x80) {
        if (!text(r, &from, &length)) return r_short;
        if (flags & 0x40) {
            if (!text(r, &from, &length)) return r_short;
            if (length < 2) return r_password;
        }
    } else if (flags & 0x40) {
        return r_password;
    }
    s->connected = 1;
    return r_ok;
}

static enum result publish(struct session *s, struct reader *r, unsigned flags) {
    const uint8_t *from;
    unsigned length, quality = flags >> 1 & 3, sum = 0;
    enum result result;
    if (quality == 3) return r_quality;
    if (quality == 0 && flags & 8) return r_flags;
    if (!text(r, &from, &length)) return r_short;
    result = topic(from, length, 0);
    if (result != r_ok) return result;
    if (quality > 0) {
        unsigned id = word(r);
        if (id == 0) return r_identifier;
        if (quality == 2) {
            int free = -1;
            for (int i = 0; i < 4; i++) {
                if (s->outstanding[i] == (int)id) return flags & 8 ? r_ok : r_twice;
                if (s->outstanding[i] == 0) free = i;
            }
            if (free < 0) return r_long;
            s->outstanding[free] = (int)id;
        }
        s->last = (uint16_t)id;
    }
    if (r->at == r->end) return r_ok;
    while (r->at + 1 < r->end) sum = (sum + byte(r)) & 0xff;
    return byte(r) == sum ? r_ok : r_checksum;
}

static enum result release(struct session *s, struct reader *r) {
    unsigned id = word(r);
    if (r->failed) return r_short;
    for (int i = 0; i < 4; i++) {
        if (id != 0 && s->outstanding[i] == (int)id) {
            s->outstanding[i] = 0;
            return r_ok;
        }
    }
    return r_identifier;
}

static enum result subscribe(struct session *s, struct reader *r, int adds) {
    unsigned id = word(r), topics = 0;
    if (id == 0) return r_identifier;
    while (r->at < r->end) {
        const uint8_t *from;
        unsigned length;
        enum result result;
        if (!text(r, &from, &length)) return r_short;
        result = topic(from, length, 1);
        if (result != r_ok) return result;
        if (adds) {
            if (byte(r) > 2) return r_quality;
            if (++s->subscriptions > 3) return r_long;
        } else {
            if (s->subscriptions == 0) return r_unknown;
            s->subscriptions--;
        }
        topics++;
    }
    return topics ? r_ok : r_short;
}

static enum result packet(struct session *s, struct reader *all) {
    unsigned head = byte(all), flags = head & 15, length = remaining(all);
    struct reader r = {all->at, all->at + length, 0};
    enum result result = r_ok;
    if (all->failed) return r_short;
    if (length > (unsigned)(all->end - all->at)) return r_long;
    all->at += length;
    if (!s->connected && head >> 4 != p_connect) return r_order;
    switch (head >> 4) {
    case p_connect:
        if (flags) return r_flags;
        result = connect(s, &r);
        break;
    case p_publish:
        result = publish(s, &r, flags);
        break;
    case p_release:
        if (flags != 2) return r_flags;
        result = release(s, &r);
        break;
    case p_subscribe:
    case p_unsubscribe:
        if (flags != 2) return r_flags;
        result = subscribe(s, &r, head >> 4 == p_subscribe);
        break;
    case p_ping:
        if (flags || length) return r_flags;
        if (++s->pings > 2 && s->keep_alive == 0) return r_order;
        break;
    case p_goodbye:
        if (flags || length) return r_flags;
        s->connected = 0;
        break;
    case p_accept:
    case p_received:
        return r_order;
    default:
        return r_type;
    }
    if (result == r_ok && r.failed) return r_short;
    return result;
}

int main(void) {
    uint8_t data[LENGTH];
    struct session s = {0};
    struct reader r = {data, data + LENGTH, 0};
    int packets = 0;
    for (int i = 0; i < LENGTH; i++) data[i] = __VERIFIER_nondet_uchar();
    while (r.at < r.end) {
        enum result result = packet(&s, &r);
        if (result != r_ok) return (int)result;
        packets++;
        if (!s.connected) break;
    }
    if (packets > 5 && s.last == 77) return 50;
    if (s.outstanding[3] && s.outstanding[2] && !s.outstanding[1]) return 51;
    return packets > 3 ? 52 : 0;
}
