/* Functions of embedded and systems programs, kept apart from those the prover was made with. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SLOTS 20

struct queue {
    int items[SLOTS];
    int first, length;
};

int queue_run(const int *orders, int n) {
    struct queue q;
    q.first = 0;
    q.length = 0;
    for (int i = 0; i < n; i++) {
        if (orders[i] >= 0) {
            if (q.length == SLOTS)
                return 1;
            q.items[(q.first + q.length) % SLOTS] = orders[i];
            q.length++;
        } else if (q.length > 0) {
            q.first = (q.first + 1) % SLOTS;
            q.length--;
        }
        if (q.length < 0) /* never */
            return -1;
        if (q.length > SLOTS) /* never */
            return -2;
        if (q.first >= SLOTS) /* never */
            return -3;
        if (q.first == SLOTS - 1) /* trap */
            return 2;
    }
    return 0;
}

static uint8_t tx_head, tx_tail;
static uint8_t tx_data[64];

int uart_send(const uint8_t *p, size_t n) {
    size_t sent = 0;
    tx_head &= 63;
    tx_tail &= 63;
    while (sent < n) {
        uint8_t next = (uint8_t)((tx_head + 1) & 63);
        if (next == tx_tail)
            break;
        tx_data[tx_head] = p[sent++];
        tx_head = next;
    }
    if (tx_head > 63) /* never */
        return -1;
    if (tx_tail > 63) /* never */
        return -2;
    if (sent > n) /* never */
        return -3;
    if (sent == n) /* trap */
        return 1;
    return 0;
}

int number_token(const char *s, size_t n) {
    enum { START, SIGN, WHOLE, POINT, FRACTION } at = START;
    bool has_point = false;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        if (c == '+' || c == '-') {
            if (at != START)
                return -1;
            at = SIGN;
        } else if (c >= '0' && c <= '9') {
            at = has_point ? FRACTION : WHOLE;
        } else if (c == '.') {
            if (has_point)
                return -2;
            has_point = true;
            at = POINT;
        } else {
            return -3;
        }
    }
    if (at == FRACTION && !has_point) /* never: 2 */
        return -4;
    if (at == WHOLE && has_point) /* never: 2 */
        return -5;
    if (at > FRACTION) /* never */
        return -6;
    if (at == POINT) /* trap */
        return 1;
    return 0;
}

int handshake(const uint8_t *in, int n) {
    unsigned flags = 0;
    int step = 0;
    for (int i = 0; i < n; i++) {
        switch (in[i] & 3) {
        case 0:
            if (step == 0) {
                flags |= 1;
                step = 1;
            }
            break;
        case 1:
            if (step == 1) {
                flags |= 2;
                step = 2;
            }
            break;
        case 2:
            flags &= ~2u;
            if (step == 2)
                step = 1;
            break;
        default:
            flags = 0;
            step = 0;
            break;
        }
        if (flags > 3) /* never */
            return -1;
        if (step == 2 && !(flags & 2)) /* never: 2 */
            return -2;
        if (step == 0 && flags) /* never: 2 */
            return -3;
    }
    if (step == 2) /* trap */
        return 1;
    return 0;
}

struct list {
    struct list *next;
    unsigned weight;
};

int list_weight(const struct list *l) {
    unsigned long total = 0;
    unsigned heavy = 0, light = 0, count = 0;
    for (; l; l = l->next) {
        total += l->weight & 0xff;
        if (l->weight & 0x80)
            heavy++;
        else
            light++;
        count++;
        if (total > 1000000)
            break;
    }
    if (heavy + light != count) /* never */
        return -1;
    if (total > 1000255) /* never */
        return -2;
    if (heavy > light) /* trap */
        return 1;
    return 0;
}

int list_sorted(const struct list *l) {
    unsigned last = 0;
    const struct list *before = NULL;
    while (l) {
        if (l->weight < last)
            return 0;
        last = l->weight;
        before = l;
        l = l->next;
    }
    if (before != NULL && before->weight != last) /* never: 2 */
        return -1;
    if (before == NULL && last != 0) /* never: 2 */
        return -2;
    if (before == NULL) /* trap */
        return 2;
    return 1;
}

static int step_of(int direction, int fast) {
    if (direction < 0)
        return fast ? -2 : -1;
    return fast ? 2 : 1;
}

int crawl(const signed char *directions, int n) {
    int place = 0;
    for (int i = 0; i < n; i++) {
        int step = step_of(directions[i], 0);
        if (step == 2) /* never */
            return -1;
        if (place + step > 50 || place + step < -50)
            break;
        place += step;
        if (place > 50) /* never */
            return -2;
    }
    if (place < -50) /* never */
        return -3;
    if (place == -50) /* trap */
        return 1;
    return 0;
}

static size_t find_end(const char *s, size_t from, size_t limit, char stop) {
    size_t at = from;
    while (at < limit && s[at] != stop)
        at++;
    return at;
}

int split_pairs(const char *s, size_t n) {
    size_t at = 0;
    int pairs = 0;
    if (n > 65535)
        return -4;
    while (at < n) {
        size_t equals = find_end(s, at, n, '=');
        if (equals < at) /* never */
            return -1;
        size_t end = find_end(s, equals, n, ';');
        if (end > n) /* never */
            return -2;
        if (end < equals) /* never */
            return -3;
        pairs++;
        at = end + 1;
    }
    if (at == n) /* trap */
        return 1;
    return pairs > 100;
}

int crc_blocks(const uint8_t *p, size_t length) {
    size_t done = 0, blocks = 0;
    uint16_t crc = 0;
    if (length > 100000)
        return -3;
    while (length - done >= 16) {
        for (int i = 0; i < 16; i++)
            crc = (uint16_t)(crc << 1 ^ p[done + (size_t)i]);
        done += 16;
        blocks++;
    }
    if (done > length) /* never */
        return -1;
    if (done % 16 != 0) /* never */
        return -2;
    if (done != blocks * 16) /* never */
        return -4;
    if (crc == 1) /* trap */
        return 1;
    return 0;
}

int debounce(const uint8_t *samples, int n) {
    int stable = 0, pressed = 0;
    for (int i = 0; i < n; i++) {
        if (samples[i])
            stable = stable < 5 ? stable + 1 : 5;
        else
            stable = 0;
        if (stable == 5)
            pressed = 1;
        if (stable == 0)
            pressed = 0;
        if (stable > 5) /* never */
            return -1;
        if (pressed && stable == 0) /* never: 2 */
            return -2;
    }
    if (pressed) /* trap */
        return 1;
    return 0;
}

static int gcd(int a, int b) {
    while (b != 0) {
        int r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int reduce(int a, int b) {
    if (a <= 0 || b <= 0)
        return -1;
    int g = gcd(a, b);
    if (g < 0) /* never */
        return -2;
    if (g == 0) /* never */
        return -3;
    if (g == 1) /* trap */
        return 1;
    return 0;
}

static int height(const struct list *l, int most) {
    if (l == NULL || most <= 0)
        return 0;
    return height(l->next, most - 1) + 1;
}

int tall(const struct list *l) {
    int h = height(l, 10);
    if (h < 0) /* never */
        return -1;
    if (h > 10) /* never */
        return -2;
    if (h == 10) /* trap */
        return 1;
    return 0;
}

static unsigned power(unsigned base, unsigned exponent) {
    if (exponent == 0)
        return 1;
    return base * power(base, exponent - 1);
}

int odd_power(unsigned exponent) {
    unsigned x = power(3, exponent);
    if (x % 2 == 0) /* never */
        return -1;
    if (x == 27) /* trap */
        return 1;
    return 0;
}

int checksum_lines(const char *text, size_t n) {
    int line = 1, column = 0, longest = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n') {
            if (line < 9999)
                line++;
            column = 0;
        } else if (column < 132) {
            column++;
        }
        if (column > longest)
            longest = column;
    }
    if (line < 1) /* never */
        return -1;
    if (longest > 132) /* never */
        return -2;
    if (column > longest) /* never */
        return -3;
    if (line == 2 && column == 0) /* trap: 2 */
        return 1;
    return 0;
}

int timer_wheel(const uint16_t *delays, int n) {
    uint32_t now = 0;
    unsigned slot = 0;
    for (int i = 0; i < n; i++) {
        now += delays[i];
        slot = now & 255;
        if (slot != (now & 255)) /* never */
            return -1;
    }
    if (slot > 255) /* never */
        return -2;
    if (slot == 255) /* trap */
        return 1;
    return 0;
}
