/* Ring buffers, queues, stacks and pools, as drivers have them. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SIZE 16

struct ring {
    unsigned head;
    unsigned count;
    uint8_t data[SIZE];
};

int ring_fill(const uint8_t *p, size_t n) {
    struct ring r = {0};
    for (size_t i = 0; i < n; i++) {
        if (r.count == SIZE)
            break;
        unsigned at = (r.head + r.count) % SIZE;
        if (at >= SIZE) /* never */
            return -1;
        r.data[at] = p[i];
        r.count++;
    }
    if (r.count > SIZE) /* never */
        return -2;
    if (r.head != 0) /* never */
        return -3;
    if (r.count == SIZE) /* trap */
        return 1;
    return 0;
}

int ring_exchange(const uint8_t *orders, int n) {
    unsigned head = 0, tail = 0, used = 0;
    uint8_t data[SIZE];
    int sum = 0;
    data[0] = 0;
    for (int i = 0; i < n; i++) {
        if (orders[i] & 1) {
            if (used < SIZE) {
                data[tail] = orders[i];
                tail = (tail + 1) & (SIZE - 1);
                used++;
            }
        } else if (used > 0) {
            sum += data[head];
            head = (head + 1) & (SIZE - 1);
            used--;
        }
        if (used > SIZE) /* never */
            return -1;
        if (head >= SIZE) /* never */
            return -2;
        if (tail >= SIZE) /* never */
            return -3;
        if (((head + used) & (SIZE - 1)) != tail) /* never */
            return -4;
        if (head == tail && used != 0) /* trap: 2 */
            sum++;
    }
    return sum & 1;
}

struct fifo {
    int *base;
    unsigned first, last, size;
};

int fifo_drain(struct fifo *f, int wanted) {
    unsigned taken = 0;
    if (f == NULL || f->size == 0 || f->size > 1024)
        return -1;
    if (f->first >= f->size || f->last >= f->size)
        return -2;
    unsigned first = f->first, size = f->size, last = f->last;
    while (first != last) {
        if (first >= size) /* never */
            return -3;
        if (f->base[first] == wanted)
            break;
        first++;
        if (first == size)
            first = 0;
        taken++;
    }
    if (first >= size) /* never */
        return -4;
    if (taken == 0) /* trap */
        return 0;
    return 1;
}

int stack_machine(const char *code) {
    int stack[8];
    int top = 0;
    for (; *code; code++) {
        switch (*code) {
        case '0':
        case '1':
            if (top == 8)
                return -1;
            stack[top++] = *code - '0';
            break;
        case '+':
            if (top < 2)
                return -2;
            stack[top - 2] += stack[top - 1];
            top--;
            break;
        case 'd':
            if (top < 1)
                return -3;
            top--;
            break;
        default:
            return -4;
        }
        if (top < 0) /* never */
            return -5;
        if (top > 8) /* never */
            return -6;
    }
    if (top == 8) /* trap */
        return 2;
    return top;
}

static struct {
    uint16_t slots[32];
    uint8_t free_head;
    uint8_t used;
} pool;

int pool_reset_and_take(int n) {
    pool.used = 0;
    pool.free_head = 0;
    for (int i = 0; i < n; i++) {
        if (pool.used >= 32)
            break;
        pool.slots[pool.free_head] = (uint16_t)i;
        pool.free_head = (uint8_t)((pool.free_head + 1) % 32);
        pool.used++;
    }
    if (pool.used > 32) /* never */
        return -1;
    if (pool.free_head > 31) /* never */
        return -2;
    if (pool.free_head == 0 && pool.used == 32) /* trap: 2 */
        return 1;
    return 0;
}

int copy_words(char *to, size_t room, const char *from) {
    size_t at = 0;
    if (room == 0 || room > 4096)
        return -1;
    while (*from && at < room - 1) {
        to[at++] = *from++;
    }
    if (at >= room) /* never */
        return -2;
    to[at] = 0;
    if (at + 1 == room) /* trap */
        return 1;
    return 0;
}

int gap_counter(const uint32_t *stamps, size_t n) {
    uint32_t gaps = 0;
    size_t kept = 0;
    for (size_t i = 1; i < n; i++) {
        if (stamps[i] - stamps[i - 1] > 1000u)
            gaps++;
        else
            kept++;
        if (gaps + kept != i && i < 4000000000u) /* never: 2 */
            return -1;
    }
    if (gaps > 2) /* trap */
        return 1;
    return 0;
}
