// A driver: requests come with a major and a minor code and go through nested dispatchers; state
// variables say what is allowed, and much is checked more than once.

#include <stdint.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

enum power { p_off, p_sleep, p_idle, p_on };
enum status { ok, pending, invalid, denied, busy, absent, overrun, removed };

struct device {
    enum power power;
    int opens, locks, media, queue[4], queued, stopped, removed, errors, baud, parity, position;
    unsigned mask;
};

struct request {
    int major, minor, length, argument;
    unsigned flags;
};

static enum status check(const struct device *d) {
    if (d->removed) return removed;
    if (d->stopped) return pending;
    if (d->power == p_off) return absent;
    return ok;
}

static enum status open_close(struct device *d, const struct request *r) {
    enum status s = check(d);
    if (s == removed) return s;
    switch (r->minor) {
    case 0:
        if (d->opens >= 2) return busy;
        if (r->flags & 1 && d->opens > 0) return denied;
        d->opens++;
        if (d->power < p_idle) d->power = p_idle;
        return ok;
    case 1:
        if (d->opens == 0) return invalid;
        if (d->locks > 0 && d->opens == 1) return busy;
        d->opens--;
        return ok;
    case 2:
        return d->opens ? ok : invalid;
    default:
        return invalid;
    }
}

static enum status transfer(struct device *d, const struct request *r) {
    enum status s = check(d);
    if (s == pending) {
        if (d->queued == 4) return overrun;
        d->queue[d->queued++] = r->major;
        return pending;
    }
    if (s != ok) return s;
    if (d->opens == 0) return denied;
    if (r->length <= 0 || r->length > 4096) return invalid;
    if (r->length % 512) {
        if (r->flags & 4) return invalid;
        d->errors++;
    }
    if (d->media == 0) return absent;
    if (r->major == 4) {
        if (d->media == 2) return denied;
        if (d->position + r->length > 10000) {
            d->position = 0;
            return overrun;
        }
        d->position += r->length;
    } else if (d->position < r->length) {
        return overrun;
    }
    if (d->errors > 3) {
        d->stopped = 1;
        return pending;
    }
    return ok;
}

static enum status set_line(struct device *d, int argument) {
    switch (argument & 0xff) {
    case 1: d->baud = 9600; break;
    case 2: d->baud = 19200; break;
    case 3: d->baud = 38400; break;
    case 4:
        if (d->parity) return invalid;
        d->baud = 115200;
        break;
    default: return invalid;
    }
    switch (argument >> 8 & 3) {
    case 0: d->parity = 0; break;
    case 1: d->parity = 1; break;
    case 2:
        if (d->baud > 19200) return invalid;
        d->parity = 2;
        break;
    default: return denied;
    }
    return ok;
}

static enum status control(struct device *d, const struct request *r) {
    enum status s = check(d);
    if (s != ok) return s;
    switch (r->minor >> 4) {
    case 0:
        switch (r->minor & 15) {
        case 0: return set_line(d, r->argument);
        case 1: d->mask |= 1u << (r->argument & 31); return ok;
        case 2: d->mask &= ~(1u << (r->argument & 31)); return ok;
        case 3: return d->mask == 0x80000001u ? overrun : ok;
        default: return invalid;
        }
    case 1:
        switch (r->minor & 15) {
        case 0:
            if (d->media) return busy;
            d->media = r->argument == 77 ? 2 : 1;
            return ok;
        case 1:
            if (d->locks) return denied;
            if (!d->media) return absent;
            d->media = 0;
            return ok;
        case 2:
            if (++d->locks > 3) return overrun;
            return ok;
        case 3:
            if (d->locks == 0) return invalid;
            d->locks--;
            return ok;
        default: return invalid;
        }
    case 2:
        if (d->baud == 115200 && d->parity == 1) return pending;
        if (d->baud == 38400 && d->mask & 4) return overrun;
        return d->baud ? ok : absent;
    default:
        return invalid;
    }
}

static enum status power(struct device *d, const struct request *r) {
    if (d->removed) return removed;
    switch (r->minor) {
    case 0:
        if (r->argument < p_off || r->argument > p_on) return invalid;
        if (r->argument == p_off && d->opens > 0) return busy;
        if (r->argument - (int)d->power > 1) return denied;
        d->power = (enum power)r->argument;
        return ok;
    case 1: return d->power == p_on ? ok : pending;
    default: return invalid;
    }
}

static enum status plug(struct device *d, const struct request *r) {
    switch (r->minor) {
    case 0:
        if (!d->stopped) return invalid;
        d->stopped = 0;
        d->errors = 0;
        while (d->queued > 0) {
            if (d->queue[--d->queued] == 4 && d->media == 2) d->errors++;
        }
        return d->errors > 1 ? denied : ok;
    case 1:
        if (d->stopped) return busy;
        if (d->opens > 1) return denied;
        d->stopped = 1;
        return ok;
    case 2:
        if (d->locks) return busy;
        d->removed = 1;
        return ok;
    case 3: return d->removed ? removed : ok;
    default: return invalid;
    }
}

int main(void) {
    struct device d = {.power = p_off};
    int denials = 0, pendings = 0;
    for (int i = 0; i < 24; i++) {
        struct request r;
        enum status s;
        r.major = __VERIFIER_nondet_int();
        if (r.major < 0) break;
        r.minor = __VERIFIER_nondet_int();
        r.flags = __VERIFIER_nondet_uint();
        r.argument = __VERIFIER_nondet_int();
        r.length = __VERIFIER_nondet_int();
        switch (r.major) {
        case 0:
        case 2: s = open_close(&d, &r); break;
        case 3:
        case 4: s = transfer(&d, &r); break;
        case 14: s = control(&d, &r); break;
        case 22: s = power(&d, &r); break;
        case 27: s = plug(&d, &r); break;
        default: s = invalid;
        }
        if (s == denied) denials++;
        if (s == pending && ++pendings == 6) return 1;
        if (s == removed && d.queued > 0) return 2;
        if (s == invalid && r.flags & 0x80000000u) return 3;
    }
    if (denials > 3 && d.media == 2) return 4;
    if (d.position == 4608) return 5;
    return d.locks == 2 ? 6 : 0;
}
