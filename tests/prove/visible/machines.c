/* Parsers, state machines and dispatchers. */
#include <stddef.h>
#include <stdint.h>

enum state { IDLE, HEADER, LENGTH, BODY, CHECK, BROKEN };

int frame_parser(const uint8_t *p, size_t n) {
    enum state state = IDLE;
    unsigned left = 0, sum = 0;
    int frames = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t c = p[i];
        switch (state) {
        case IDLE:
            if (c == 0x7e)
                state = HEADER;
            break;
        case HEADER:
            state = c < 4 ? LENGTH : BROKEN;
            break;
        case LENGTH:
            if (c == 0 || c > 32)
                return -1;
            left = c;
            sum = 0;
            state = BODY;
            break;
        case BODY:
            sum += c;
            left--;
            if (left > 32) /* never */
                return -2;
            if (left == 0)
                state = CHECK;
            break;
        case CHECK:
            if (left != 0) /* never */
                return -3;
            if ((sum & 0xff) == c)
                frames++;
            state = IDLE;
            break;
        case BROKEN:
            return -4;
        default: /* never */
            return -5;
        }
    }
    if (state == BODY && left == 0) /* never: 2 */
        return -6;
    if (state == CHECK) /* trap */
        return 1;
    return 0;
}

int escape_reader(const char *s) {
    int quoted = 0, escaped = 0, fields = 1;
    for (; *s; s++) {
        if (escaped) {
            escaped = 0;
        } else if (*s == '\\') {
            escaped = quoted;
        } else if (*s == '"') {
            quoted = !quoted;
        } else if (*s == ',' && !quoted) {
            fields++;
        }
        if (escaped && !quoted) /* never: 2 */
            return -1;
    }
    if (quoted > 1) /* never */
        return -2;
    if (quoted && escaped) /* trap: 2 */
        return 1;
    return fields;
}

typedef struct {
    int kind;
    int argument;
} event;

int lift(const event *events, int n) {
    int floor = 0, doors_open = 1, moving = 0;
    for (int i = 0; i < n; i++) {
        switch (events[i].kind) {
        case 0:
            if (!moving)
                doors_open = 1;
            break;
        case 1:
            doors_open = 0;
            break;
        case 2:
            if (!doors_open && floor < 9)
                moving = 1;
            break;
        case 3:
            if (!doors_open && floor > 0)
                moving = -1;
            break;
        case 4:
            if (moving) {
                floor += moving;
                moving = 0;
            }
            break;
        }
        if (moving && doors_open) /* never: 2 */
            return -1;
        if (floor < 0) /* never */
            return -2;
        if (floor > 9) /* never */
            return -3;
    }
    if (floor == 9) /* trap */
        return 1;
    return 0;
}

int version(const char *s) {
    int parts = 0;
    int numbers[3] = {0, 0, 0};
    while (*s) {
        if (*s >= '0' && *s <= '9') {
            numbers[parts] = (numbers[parts] * 10 + (*s - '0')) % 1000;
        } else if (*s == '.') {
            if (parts == 2)
                return -1;
            parts++;
        } else {
            return -2;
        }
        if (parts > 2) /* never */
            return -3;
        s++;
    }
    if (numbers[0] > 999) /* never */
        return -4;
    if (numbers[0] == 999) /* trap */
        return 1;
    return parts;
}

int protocol(const uint8_t *in, int n) {
    int phase = 0, retries = 0, logged = 0;
    while (n-- > 0) {
        uint8_t c = *in++;
        if (phase == 0) {
            if (c == 'H')
                phase = 1;
        } else if (phase == 1) {
            if (c == 'P') {
                phase = 2;
                logged = 1;
            } else if (++retries >= 3) {
                phase = 4;
            }
        } else if (phase == 2) {
            if (c == 'Q') {
                phase = 3;
                logged = 0;
            }
        } else if (phase == 3 || phase == 4) {
            break;
        } else {
            return -1;
        }
    }
    if (phase == 2 && !logged) /* never: 2 */
        return -2;
    if (phase > 4) /* never */
        return -3;
    if (retries > 3) /* never */
        return -4;
    if (phase == 4 && retries < 3) /* never: 2 */
        return -5;
    if (phase == 4) /* trap */
        return 1;
    return 0;
}

int utf8_state(const uint8_t *s, size_t n) {
    unsigned need = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t c = s[i];
        if (need == 0) {
            if (c >= 0xf0)
                need = 3;
            else if (c >= 0xe0)
                need = 2;
            else if (c >= 0xc0)
                need = 1;
            else if (c >= 0x80)
                return -1;
        } else {
            if ((c & 0xc0) != 0x80)
                return -2;
            need--;
        }
        if (need > 3) /* never */
            return -3;
    }
    if (need == 3) /* trap */
        return 1;
    return 0;
}
