/* Loops of any length, kept apart from those the prover was made with. */
#include <ctype.h>
#include <stddef.h>
#include <stdint.h>

int credits(const int8_t *moves, int n) {
    int credit = 3;
    for (int i = 0; i < n; i++) {
        if (moves[i] > 0 && credit < 20)
            credit++;
        else if (moves[i] < 0 && credit > 0)
            credit--;
        if (credit > 20) /* never */
            return -1;
        if (credit < 0) /* never */
            return -2;
    }
    if (credit == 0) /* trap */
        return 1;
    return 0;
}

int hex(const char *s) {
    unsigned value = 0;
    int count = 0;
    while (count < 8 && isxdigit((unsigned char)*s)) {
        unsigned d;
        if (*s >= '0' && *s <= '9')
            d = (unsigned)(*s - '0');
        else if (*s >= 'a')
            d = (unsigned)(*s - 'a') + 10;
        else
            d = (unsigned)(*s - 'A') + 10;
        if (d > 15) /* never */
            return -1;
        value = value << 4 | d;
        count++;
        s++;
    }
    if (count > 8) /* never */
        return -2;
    if (value == 0xffffffffu) /* trap */
        return 1;
    return count;
}

int first_negative(const long *v, size_t n) {
    size_t i;
    for (i = 0; i < n; i++) {
        if (v[i] < 0)
            break;
    }
    if (i > n) /* never */
        return -1;
    if (i < n && v[i] >= 0) /* never: 2 */
        return -2;
    if (i == n) /* trap */
        return 1;
    return 0;
}

int shrink(unsigned low, unsigned high) {
    if (low > high || high > 1000000u)
        return -3;
    unsigned bottom = low, top = high;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        if (middle % 3 == 0)
            low = middle;
        else
            high = middle;
    }
    if (low > high) /* never */
        return -1;
    if (low < bottom) /* never */
        return -2;
    if (high > top) /* never */
        return -4;
    if (low == high) /* trap */
        return 1;
    return 0;
}

int toggles(const uint8_t *p, int n) {
    int on = 0, switched = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] & 0x80) {
            on = !on;
            switched = 1;
        }
    }
    if (on && !switched) /* never: 2 */
        return -1;
    if (on > 1) /* never */
        return -2;
    if (!on && switched) /* trap: 2 */
        return 1;
    return 0;
}

int odd_only(int n) {
    unsigned x = 1;
    for (int i = 0; i < n; i++)
        x += 2u;
    if (x == 0) /* never */
        return -1;
    if (x % 2 == 0) /* never */
        return -2;
    if (x == 5) /* trap */
        return 1;
    return 0;
}

int budget(const unsigned *costs, int n) {
    unsigned left = 500, spent = 0;
    for (int i = 0; i < n; i++) {
        if (costs[i] > left)
            continue;
        left -= costs[i];
        spent += costs[i];
    }
    if (left > 500) /* never */
        return -1;
    if (left + spent != 500) /* never */
        return -2;
    if (spent > 500) /* never */
        return -3;
    if (left == 0) /* trap */
        return 1;
    return 0;
}

int window(const int *v, int n) {
    int first = 0, last = 0, sum = 0;
    if (n < 0 || n > 1000000)
        return -3;
    while (last < n) {
        sum += v[last++] & 15;
        while (sum > 100 && first < last)
            sum -= v[first++] & 15;
        if (first > last) /* never */
            return -1;
    }
    if (last > n) /* never */
        return -2;
    if (first == last) /* trap */
        return 1;
    return 0;
}

int months(unsigned days) {
    int month = 1;
    while (days >= 30) {
        days -= 30;
        month++;
        if (month > 12)
            month = 1;
    }
    if (month < 1) /* never */
        return -1;
    if (month > 12) /* never */
        return -2;
    if (days >= 30) /* never */
        return -3;
    if (month == 12 && days == 29) /* trap: 2 */
        return 1;
    return 0;
}

int backoff(const char *s) {
    unsigned delay = 1;
    for (; *s; s++) {
        if (*s == 'f') {
            delay *= 2;
            if (delay > 64)
                delay = 64;
        } else {
            delay = 1;
        }
    }
    if (delay == 0) /* never */
        return -1;
    if (delay > 64) /* never */
        return -2;
    if (delay == 48) /* never */
        return -3;
    if (delay == 64) /* trap */
        return 1;
    return 0;
}
