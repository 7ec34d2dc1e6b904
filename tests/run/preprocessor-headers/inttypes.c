// test: run
// The format macros and constant macros of inttypes.h and stdint.h.
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    int8_t a = -8;
    uint16_t b = 65000;
    int32_t c = INT32_C(-123456);
    uint64_t d = UINT64_C(0xfedcba9876543210);
    intmax_t e = INTMAX_MIN;
    uintptr_t f = 0xabcd;
    printf("%" PRId8 " %" PRIu16 " %" PRIi32 " %" PRIx64 " %" PRIdMAX " %" PRIXPTR "\n", a, b, c, d, e, f);
    printf("%08" PRIx32 " %-6" PRIu8 "| %" PRIo64 "\n", (uint32_t)c, (uint8_t)a, d);
    int64_t x;
    uint8_t y;
    int n = sscanf("-5000000000 ff", "%" SCNd64 " %" SCNx8, &x, &y);
    printf("%d %" PRId64 " %u\n", n, x, y);
    imaxdiv_t q = imaxdiv(-17, 5);
    printf("%" PRIdMAX " %" PRIdMAX " %" PRIdMAX "\n", q.quot, q.rem, imaxabs(-9));
    printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax("-77", NULL, 10), strtoumax("0x1f", NULL, 0));
    printf("%" PRIdFAST16 " %" PRIuLEAST32 "\n", (int_fast16_t)-3, (uint_least32_t)4);
    return 0;
}
