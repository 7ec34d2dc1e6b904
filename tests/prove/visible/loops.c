/* Loops of any length, and what cannot be behind them. A condition that is never true is marked
   "never", one that looks so and is true for some input "trap". */
#include <ctype.h>
#include <stddef.h>

#define MAX 8

int longest_run(const char *s, int n) {
    int run = 0, most = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] == 'x') {
            if (run < MAX)
                run++;
        } else {
            run = 0;
        }
        if (run > most)
            most = run;
    }
    if (most > MAX) /* never */
        return -1;
    if (most == MAX) /* trap */
        return 1;
    return 0;
}

int decimal(const char *s) {
    unsigned value = 0;
    while (isdigit((unsigned char)*s)) {
        int digit = *s - '0';
        if (digit > 9) /* never */
            return -1;
        value = value * 10 + (unsigned)digit;
        if (value > 4000000000u) /* trap */
            return -2;
        s++;
    }
    return (int)(value & 1);
}

int guarded_scan(const int *v, unsigned n, int key) {
    unsigned i = 0;
    while (i < n) {
        if (v[i] == key)
            break;
        i++;
    }
    if (i > n) /* never */
        return -1;
    if (i == n) /* trap */
        return 0;
    if (v[i] != key) /* never */
        return -2;
    return 1;
}

int search_backward(const short *v, int n, short key) {
    int i = n - 1;
    if (n < 0 || n > 1000)
        return -3;
    while (i >= 0 && v[i] != key)
        i--;
    if (i < -1) /* never */
        return -1;
    if (i >= n) /* never */
        return -2;
    if (i == -1) /* trap */
        return 0;
    return 1;
}

int two_ends(const int *v, int n) {
    int low = 0, high = n;
    if (n <= 0 || n > 4096)
        return -4;
    while (low < high) {
        if (v[low] < 0)
            low++;
        else
            high--;
    }
    if (low > high) /* never */
        return -1;
    if (high < 0) /* never */
        return -2;
    if (low > n) /* never */
        return -3;
    if (low == n) /* trap */
        return 1;
    return 0;
}

int binary_find(const int *v, int n, int key) {
    int low = 0, high = n - 1;
    if (n < 1 || n > 10000)
        return -3;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (middle < 0) /* never */
            return -1;
        if (middle >= n) /* never */
            return -2;
        if (v[middle] == key)
            return middle;
        if (v[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    if (low == n) /* trap */
        return -4;
    return -5;
}

int seen_flag(const int *v, int n, int wanted) {
    int found = 0, where = -1;
    for (int i = 0; i < n; i++) {
        if (v[i] == wanted) {
            found = 1;
            where = i;
        }
    }
    if (found && where < 0) /* never: 2 */
        return -1;
    if (!found && where != -1) /* never: 2 */
        return -2;
    return where;
}

int balance(const char *s) {
    int depth = 0;
    for (; *s; s++) {
        if (*s == '(') {
            if (depth == 64)
                return 1;
            depth++;
        } else if (*s == ')') {
            if (depth == 0)
                return 2;
            depth--;
        }
    }
    if (depth < 0) /* never */
        return -1;
    if (depth > 64) /* never */
        return -2;
    if (depth == 1) /* trap */
        return 3;
    return 0;
}

int even_steps(unsigned n) {
    unsigned x = 0;
    for (unsigned i = 0; i < n; i++)
        x += 2;
    if (x % 2 == 1) /* never */
        return -1;
    if (x == 6) /* trap */
        return 1;
    return 0;
}

int by_six(int n) {
    unsigned x = 4;
    while (n-- > 0)
        x = x + 6;
    if ((x & 1) != 0) /* never */
        return -1;
    if (x % 3 == 0) /* trap */
        return 1;
    return 0;
}

int alternate(int n) {
    int side = 0;
    for (int i = 0; i < n; i++)
        side = 1 - side;
    if (side != 0 && side != 1) /* never: 2 */
        return -1;
    if (side == 1) /* trap */
        return 1;
    return 0;
}

int pair(int n) {
    int a = 0, b = 100;
    for (int i = 0; i < n; i++) {
        a++;
        b--;
    }
    if (a + b != 100) /* never */
        return -1;
    if (a == b) /* trap */
        return 1;
    return 0;
}

int limited(const unsigned char *p, size_t n) {
    size_t used = 0;
    while (n > 0) {
        size_t part = *p++;
        if (part > n)
            part = n;
        if (part > 16)
            part = 16;
        if (part == 0)
            break;
        if (used + part > 256)
            break;
        used += part;
        n -= part;
    }
    if (used > 256) /* never */
        return -1;
    if (used == 255) /* trap */
        return 1;
    return 0;
}

int saturate(const signed char *p, int n) {
    int level = 0;
    for (int i = 0; i < n; i++) {
        level += p[i];
        if (level > 1000)
            level = 1000;
        if (level < -1000)
            level = -1000;
    }
    if (level > 1000) /* never */
        return -1;
    if (level < -1000) /* never */
        return -2;
    if (level == -1000) /* trap */
        return 1;
    return 0;
}

int keep_guard(int mode, const char *s) {
    int count = 0;
    if (mode != 1 && mode != 2)
        return 0;
    while (*s) {
        if (*s == ' ')
            count++;
        s++;
    }
    switch (mode) {
    case 1:
        return count;
    case 2:
        return -count;
    default: /* never */
        return -99;
    }
}

int bits_set(unsigned long word) {
    int count = 0;
    for (int i = 0; i < 64; i++) {
        if (word >> i & 1)
            count++;
    }
    if (count > 64) /* never */
        return -1;
    if (count < 0) /* never */
        return -2;
    if (count == 64) /* trap */
        return 1;
    return 0;
}

int halving(unsigned x) {
    unsigned steps = 0;
    unsigned was = x;
    while (x > 1) {
        x /= 2;
        steps++;
    }
    if (x > 1) /* never */
        return -1;
    if (x > was) /* never */
        return -2;
    if (steps == 31) /* trap */
        return 1;
    return 0;
}

int last_is_least(const int *v, int n) {
    int least = 2147483647;
    for (int i = 0; i < n; i++) {
        if (v[i] < least)
            least = v[i];
        if (v[i] < least) /* never */
            return -1;
    }
    if (least < 0) /* trap */
        return 1;
    return 0;
}

int nested(int rows, int columns) {
    int cells = 0;
    if (rows < 0 || rows > 10 || columns < 0 || columns > 10)
        return -2;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            if (i >= 10) /* never */
                return -1;
            if (j >= columns) /* never */
                return -3;
            if (i + j == 18) /* trap */
                cells++;
        }
    }
    return cells;
}

int short_counter(const char *s) {
    unsigned char n = 0;
    unsigned long total = 0;
    for (; *s; s++) {
        n++;
        total++;
    }
    if ((unsigned char)total != n) /* never */
        return -1;
    if (n == 0 && total != 0) /* trap: 2 */
        return 1;
    return 0;
}
