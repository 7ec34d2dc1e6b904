// Arithmetic to be checked: account numbers, dates, cards, versions, money. Each record has a kind
// and numbers; the conditions are equations, remainders and ranges.

#include <stdint.h>

int __VERIFIER_nondet_int(void);
short __VERIFIER_nondet_short(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);

struct record {
    int32_t kind;
    uint32_t a, b, c;
    int16_t day, month, year;
    uint8_t digits[12];
};

static int check(const struct record *r) {
    int32_t score = 0;
    uint32_t mixed;
    if (r->kind < 1 || r->kind > 9) return -1;
    switch (r->kind) {
    case 1: {
        int leap, days = 31;
        if (r->year < 1583 || r->year > 2999) return -2;
        if (r->month < 1 || r->month > 12) return -3;
        leap = (r->year % 4 == 0 && r->year % 100 != 0) || r->year % 400 == 0;
        if (r->month == 4 || r->month == 6 || r->month == 9 || r->month == 11) days = 30;
        if (r->month == 2) days = leap ? 29 : 28;
        if (r->day < 1 || r->day > days) return -4;
        if (r->day == 29 && r->month == 2) return 1;
        if (r->year % 19 == 7 && r->day == 13) return 2;
        if (r->day + r->month * 100 == 1231 && leap) return 3;
        break;
    }
    case 2: {
        uint32_t sum = 0;
        for (int i = 0; i < 12; i++) {
            uint32_t digit = r->digits[i];
            if (digit > 9) return -5;
            if (i % 2 == 0) {
                digit *= 2;
                if (digit > 9) digit -= 9;
            }
            sum += digit;
        }
        if (sum % 10 != 0) return -6;
        if (r->digits[0] == 4) return 4;
        if (r->digits[0] == 5 && r->digits[1] >= 1 && r->digits[1] <= 5) return 5;
        if (r->digits[0] == 3 && (r->digits[1] == 4 || r->digits[1] == 7)) return 6;
        break;
    }
    case 3:
        if (r->a == 0 || r->b == 0) return -7;
        if (r->a * 3 + r->b * 5 != r->c) return -8;
        if (r->c == 1001) return 7;
        if (r->a > r->b && r->a - r->b == 17) return 8;
        if ((r->a ^ r->b) == 0xff00ff00u) return 9;
        break;
    case 4:
        mixed = (r->a >> 3 ^ r->a << 7) + r->b;
        if (mixed == 0xdeadbeefu) return 10;
        if ((mixed & 0xffff) == 0x1234) {
            if (r->c == (mixed >> 16)) return 11;
            score += 1;
        }
        if (mixed % 97 == 1 && r->c % 97 == 96) return 12;
        if (score && r->c > 1000000u) return 13;
        break;
    case 5: {
        uint64_t product = (uint64_t)r->a * r->b;
        if (product > 1000000000ull) return -9;
        if (product == 999999937ull) return 14;
        if (product > 999999000ull && r->a > 30000 && r->a < 32000) return 15;
        if (product == 0 && r->c == 0) return 16;
        break;
    }
    case 6: {
        int32_t low = (int32_t)r->a, high = (int32_t)r->b, at = (int32_t)r->c;
        if (low > high) return -10;
        if (at < low || at > high) return -11;
        if (at - low == high - at) return 17;
        if (low < 0 && high > 0 && at == 0) return 18;
        if (high - low < 0) return 19;
        break;
    }
    case 7: {
        uint32_t value = 0;
        int count = 0;
        for (int i = 0; i < 12; i++) {
            if (r->digits[i] == '.') {
                if (value > 255) return -12;
                count++;
                value = 0;
            } else if (r->digits[i] >= '0' && r->digits[i] <= '9') {
                value = value * 10 + r->digits[i] - '0';
            } else if (r->digits[i] == 0) {
                break;
            } else {
                return -13;
            }
        }
        if (count == 3) return value == 254 ? 20 : 21;
        if (count > 3) return 22;
        break;
    }
    case 8: {
        uint32_t crc = 0xffff;
        for (int i = 0; i < 4; i++) {
            crc ^= r->digits[i];
            for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xa001 : crc >> 1;
        }
        if (crc == (uint32_t)(r->digits[4] | r->digits[5] << 8)) {
            if (r->digits[0] == 1 && r->digits[1] == 3) return 23;
            if (r->digits[0] == 1 && r->digits[1] == 6) return 24;
            return 25;
        }
        break;
    }
    default: {
        uint32_t x = r->a & 0xff, y = r->b & 0xff, z = r->c & 0xff;
        if (x * x + y * y == z * z && x && y) return x > y ? 26 : 27;
        if (x + y + z == 300 && x * y > 5000) return 28;
        if (x > y && y > z && x - z > 200) return 29;
        break;
    }
    }
    if (score > 0) return 30;
    return r->c == r->a ? 31 : 0;
}

int main(void) {
    struct record r;
    r.kind = __VERIFIER_nondet_int();
    r.a = __VERIFIER_nondet_uint();
    r.b = __VERIFIER_nondet_uint();
    r.c = __VERIFIER_nondet_uint();
    r.day = __VERIFIER_nondet_short();
    r.month = __VERIFIER_nondet_short();
    r.year = __VERIFIER_nondet_short();
    for (int i = 0; i < 12; i++) r.digits[i] = __VERIFIER_nondet_uchar();
    return check(&r);
}
