// test: run
// Writing one bit-field leaves its neighbours alone; whole-struct copies keep all of them.
#include <stdio.h>

struct date {
    unsigned day : 5, month : 4, year : 12;
    unsigned utc : 1;
    int zone : 6;
};

static struct date tomorrow(struct date d) {
    d.day++;
    return d;
}

static void show(const struct date *d) {
    printf("%u %u %u %u %d\n", d->day, d->month, d->year, d->utc, d->zone);
}

int main(void) {
    struct date d = {31, 12, 1999, 1, -11};
    show(&d);
    d.month = 0;
    show(&d);
    d.year = 4095;
    show(&d);
    d.utc = ~d.utc;
    show(&d);
    d.zone = 31;
    d.day = ~0;
    show(&d);
    struct date e = tomorrow(d);
    show(&e);
    struct date many[3] = {{1, 2, 3, 0, 4}, {.zone = -1, .day = 3}, {.utc = 1}};
    for (int i = 0; i < 3; i++) {
        many[i].month |= 8;
        many[i].year ^= 0xfff;
        show(&many[i]);
    }
    struct date *p = &many[1];
    p->day = p->month = p->zone = 45;
    show(p);
    volatile struct date v = {3, 4, 5, 0, 6};
    v.day -= 4;
    printf("%u %u\n", v.day, v.month);
    return 0;
}
