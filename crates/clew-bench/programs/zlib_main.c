/* Compresses and restores a megabyte at several levels, in one go and in pieces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "zlib.h"

#define SIZE (1024 * 1024)

static unsigned char original[SIZE], restored[SIZE];

/* Text-like, repetitive, and noisy stretches in turn. */
static void fill(void) {
    static const char *const words[] = {"the ", "quick ", "brown ", "fox ",    "jumps ", "over ",
                                        "a ",   "lazy ",  "dog, ",  "and\n", "then ",  "rests. "};
    unsigned state = 12345;
    size_t n = 0;
    while (n < SIZE) {
        size_t end = n + 4096 < SIZE ? n + 4096 : SIZE;
        unsigned kind = (unsigned)(n / 4096) % 3;
        while (n < end) {
            state = state * 1664525u + 1013904223u;
            if (kind == 0) {
                const char *word = words[(state >> 16) % 12];
                while (*word && n < end) original[n++] = (unsigned char)*word++;
            } else if (kind == 1) {
                original[n] = (unsigned char)(n >> 5);
                n++;
            } else {
                original[n++] = (unsigned char)(state >> 24);
            }
        }
    }
}

static void check(int result, const char *what) {
    if (result != Z_OK && result != Z_STREAM_END) {
        printf("%s: error %d (%s)\n", what, result, zError(result));
        exit(1);
    }
}

static void whole(int level) {
    uLongf packed_size = compressBound(SIZE), size = SIZE;
    unsigned char *packed = malloc(packed_size);
    check(compress2(packed, &packed_size, original, SIZE, level), "compress2");
    memset(restored, 0, SIZE);
    check(uncompress(restored, &size, packed, packed_size), "uncompress");
    printf("level %d: %lu bytes, adler %08lx, crc %08lx, %s\n", level, packed_size,
           adler32(1, packed, (uInt)packed_size), crc32(0, packed, (uInt)packed_size),
           size == SIZE && memcmp(original, restored, SIZE) == 0 ? "restored" : "DIFFERENT");
    free(packed);
}

/* Small buffers on both sides, and the gzip format. */
static void in_pieces(int strategy) {
    z_stream out, in;
    unsigned char piece[1000];
    size_t taken = 0, given = 0, packed = 0;
    int state = Z_OK;
    memset(&out, 0, sizeof out);
    memset(&in, 0, sizeof in);
    memset(restored, 0, SIZE);
    check(deflateInit2(&out, 6, Z_DEFLATED, 15 + 16, 8, strategy), "deflateInit2");
    check(inflateInit2(&in, 15 + 16), "inflateInit2");
    while (state != Z_STREAM_END) {
        if (out.avail_in == 0 && taken < SIZE) {
            size_t n = SIZE - taken < 7777 ? SIZE - taken : 7777;
            out.next_in = original + taken;
            out.avail_in = (uInt)n;
            taken += n;
        }
        out.next_out = piece;
        out.avail_out = sizeof piece;
        state = deflate(&out, taken == SIZE ? Z_FINISH : Z_NO_FLUSH);
        check(state, "deflate");
        in.next_in = piece;
        in.avail_in = (uInt)(sizeof piece - out.avail_out);
        packed += in.avail_in;
        while (in.avail_in > 0) {
            in.next_out = restored + given;
            in.avail_out = (uInt)(SIZE - given);
            check(inflate(&in, Z_NO_FLUSH), "inflate");
            given = SIZE - in.avail_out;
        }
    }
    printf("strategy %d: %lu bytes in pieces, crc %08lx, %s\n", strategy, (unsigned long)packed,
           crc32(crc32(0, Z_NULL, 0), restored, SIZE),
           given == SIZE && memcmp(original, restored, SIZE) == 0 ? "restored" : "DIFFERENT");
    deflateEnd(&out);
    inflateEnd(&in);
}

int main(void) {
    static const int levels[] = {0, 1, 6, 9};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
    unsigned char broken[] = {0x78, 0x9c, 0xff, 0xff, 0xff};
    uLongf size = SIZE;
    fill();
    printf("zlib %s, %d bytes, adler %08lx, crc %08lx\n", zlibVersion(), SIZE,
           adler32(1, original, SIZE), crc32(0, original, SIZE));
    for (int i = 0; i < 4; i++) whole(levels[i]);
    for (int i = 0; i < 4; i++) in_pieces(strategies[i]);
    printf("broken data: %s\n", zError(uncompress(restored, &size, broken, sizeof broken)));
    return 0;
}
