// test: run
// Arbitrary precision: factorials, powers and division by a small number, on heap digits.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big { uint32_t *digit; size_t used, room; };

static void push(struct big *b, uint32_t d) {
    if (b->used == b->room) {
        b->room = b->room ? b->room * 2 : 4;
        b->digit = realloc(b->digit, b->room * sizeof *b->digit);
    }
    b->digit[b->used++] = d;
}
static void multiply(struct big *b, uint32_t m) {
    uint64_t carry = 0;
    for (size_t i = 0; i < b->used; i++) {
        carry += (uint64_t)b->digit[i] * m;
        b->digit[i] = (uint32_t)(carry % 1000000000);
        carry /= 1000000000;
    }
    if (carry) push(b, (uint32_t)carry);
}
static uint32_t divide(struct big *b, uint32_t d) {
    uint64_t rest = 0;
    for (size_t i = b->used; i-- > 0;) {
        rest = rest * 1000000000 + b->digit[i];
        b->digit[i] = (uint32_t)(rest / d);
        rest %= d;
    }
    while (b->used > 1 && b->digit[b->used - 1] == 0) b->used--;
    return (uint32_t)rest;
}
static void print(const struct big *b) {
    printf("%u", b->digit[b->used - 1]);
    for (size_t i = b->used - 1; i-- > 0;) printf("%09u", b->digit[i]);
    printf("\n");
}

int main(void) {
    struct big b = {0};
    push(&b, 1);
    for (uint32_t i = 2; i <= 60; i++) multiply(&b, i);
    print(&b);
    for (uint32_t i = 60; i > 30; i--) printf("%u", divide(&b, i));
    printf("\n");
    print(&b);
    printf("%u\n", divide(&b, 97));
    for (int i = 0; i < 100; i++) multiply(&b, 2);
    print(&b);
    free(b.digit);
    return 0;
}
