#include "check.h"

MODEL(fopen); MODEL(fclose); MODEL(fflush); MODEL(fread); MODEL(fwrite); MODEL(fgetc); MODEL(fputc);
MODEL(fgets); MODEL(fputs); MODEL(ungetc); MODEL(fseek); MODEL(ftell); MODEL(rewind); MODEL(feof);
MODEL(ferror); MODEL(clearerr); MODEL(fprintf); MODEL(setvbuf); MODEL(getline); MODEL(tmpfile);
MODEL(remove); MODEL(rename); MODEL(freopen); MODEL(snprintf); MODEL(sprintf); MODEL(asprintf);
MODEL(open_memstream); MODEL(fmemopen); MODEL(fgetpos); MODEL(fsetpos); MODEL(getdelim);

static char path_ours[] = "/tmp/clew-stdio-ours-XXXXXX";
static char path_host[] = "/tmp/clew-stdio-host-XXXXXX";

static void compare_files(const char *when)
{
    char a[60000];
    char b[60000];
    FILE *x = fopen(path_ours, "r");
    FILE *y = fopen(path_host, "r");
    size_t n = fread(a, 1, sizeof a, x);
    size_t m = fread(b, 1, sizeof b, y);
    CHECK(n == m && memcmp(a, b, n) == 0, "files after %s: %zu %zu bytes", when, n, m);
    fclose(x);
    fclose(y);
}

/* The same random operations on two files. */
static void test_operations(const char *mode)
{
    FILE *ours = clew_fopen(path_ours, mode);
    FILE *host = fopen(path_host, mode);
    int can_read = mode[0] == 'r' || mode[1] == '+';
    int can_write = mode[0] != 'r' || mode[1] == '+';
    int i;
    CHECK(ours != NULL && host != NULL, "open %s", mode);
    if (ours == NULL || host == NULL)
        return;
    for (i = 0; i < 200; i++) {
        char a[9000];
        char b[9000];
        long offset;
        int n = (int)random_below(random_below(5) == 0 ? 9000 : 40);
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        switch (random_below(can_read && can_write ? 2 : 1) + (can_read ? 0 : 1)) {
        case 0:
            clew_fseek(ours, 0, SEEK_CUR);
            fseek(host, 0, SEEK_CUR);
            switch (random_below(5)) {
            case 0: CHECK(clew_fgetc(ours) == fgetc(host), "fgetc"); break;
            case 1:
                CHECK((clew_fgets(a, n, ours) == NULL) == (fgets(b, n, host) == NULL), "fgets");
                break;
            case 2: CHECK(clew_fread(a, 1, n, ours) == fread(b, 1, n, host), "fread"); break;
            case 3: CHECK(clew_fread(a, 3, n / 3, ours) == fread(b, 3, n / 3, host), "fread"); break;
            case 4: {
                int c = clew_fgetc(ours);
                CHECK(c == fgetc(host), "fgetc");
                CHECK(clew_ungetc(c, ours) == ungetc(c, host), "ungetc");
                CHECK(clew_ftell(ours) == ftell(host), "ftell after ungetc");
                CHECK(clew_fgetc(ours) == fgetc(host), "fgetc after ungetc");
                break;
            }
            }
            CHECK(memcmp(a, b, sizeof a) == 0, "read");
            CHECK(!clew_feof(ours) == !feof(host), "feof %s", mode);
            break;
        default:
            clew_fseek(ours, 0, SEEK_CUR);
            fseek(host, 0, SEEK_CUR);
            memset(a, 'a' + random_below(26), sizeof a);
            a[n / 2] = '\n';
            a[n] = '\0';
            switch (random_below(4)) {
            case 0: CHECK(clew_fputc(*a, ours) == fputc(*a, host), "fputc"); break;
            case 1: CHECK((clew_fputs(a, ours) < 0) == (fputs(a, host) < 0), "fputs"); break;
            case 2: CHECK(clew_fwrite(a, 1, n, ours) == fwrite(a, 1, n, host), "fwrite"); break;
            case 3:
                CHECK(clew_fprintf(ours, "%d %.*s", n, n, a) == fprintf(host, "%d %.*s", n, n, a),
                      "fprintf");
                break;
            }
        }
        CHECK(clew_ftell(ours) == ftell(host), "ftell %ld %ld in %s", clew_ftell(ours), ftell(host), mode);
        if (random_below(4) == 0) {
            int whence = (int)random_below(3);
            offset = (long)random_below(3000) - (whence == SEEK_SET ? 0 : 1500);
            CHECK(clew_fseek(ours, offset, whence) == fseek(host, offset, whence), "fseek");
            CHECK(clew_ftell(ours) == ftell(host), "ftell after fseek");
        }
        if (random_below(20) == 0) {
            clew_rewind(ours);
            rewind(host);
        }
    }
    CHECK(clew_fclose(ours) == fclose(host), "fclose");
    compare_files(mode);
}

static void test_lines(void)
{
    FILE *ours = clew_fopen(path_ours, "w");
    FILE *host;
    char *a = NULL;
    char *b = NULL;
    size_t n = 0;
    size_t m = 0;
    int i;
    for (i = 0; i < 200; i++)
        clew_fprintf(ours, "%.*d%s", (int)random_below(300) + 1, i, i % 7 == 0 ? ":" : "\n");
    clew_fclose(ours);
    ours = clew_fopen(path_ours, "r");
    host = fopen(path_ours, "r");
    for (i = 0; i < 210; i++) {
        ssize_t x = i % 2 ? clew_getline(&a, &n, ours) : clew_getdelim(&a, &n, ':', ours);
        ssize_t y = i % 2 ? getline(&b, &m, host) : getdelim(&b, &m, ':', host);
        CHECK(x == y && (x < 0 || memcmp(a, b, x + 1) == 0), "line %d: %zd %zd", i, x, y);
    }
    clew_fclose(ours);
    fclose(host);
    free(a);
    free(b);
}

static void test_memory(void)
{
    char *text;
    size_t size;
    char line[100];
    FILE *stream = clew_open_memstream(&text, &size);
    clew_fprintf(stream, "%0300d", 5);
    clew_fflush(stream);
    CHECK(size == 300 && strlen(text) == 300, "open_memstream");
    clew_fputs("end", stream);
    clew_fclose(stream);
    CHECK(size == 303 && strcmp(text + 300, "end") == 0, "open_memstream");
    free(text);
    stream = clew_fmemopen("one\ntwo\n", 8, "r");
    CHECK(strcmp(clew_fgets(line, 100, stream), "one\n") == 0, "fmemopen");
    CHECK(strcmp(clew_fgets(line, 100, stream), "two\n") == 0, "fmemopen");
    CHECK(clew_fgets(line, 100, stream) == NULL && clew_feof(stream), "fmemopen");
    clew_fclose(stream);
    CHECK(clew_asprintf(&text, "%d-%s", 12, "x") == 4 && strcmp(text, "12-x") == 0, "asprintf");
    free(text);
    stream = clew_tmpfile();
    clew_fputs("temporary", stream);
    clew_rewind(stream);
    CHECK(strcmp(clew_fgets(line, 100, stream), "temporary") == 0, "tmpfile");
    clew_fclose(stream);
}

void test(void)
{
    int i;
    if (mkstemp(path_ours) < 0 || mkstemp(path_host) < 0)
        return;
    for (i = 0; i < 10; i++) {
        test_operations("w");
        test_operations("r");
        test_operations("r+");
        test_operations("a");
        test_operations("w+");
        test_operations("a+");
    }
    CHECK(clew_fopen("/nonexistent/x", "r") == NULL && clew_errno == ENOENT, "missing file");
    CHECK(clew_fopen("/tmp", "q") == NULL && clew_errno == EINVAL, "bad mode");
    test_lines();
    test_memory();
    remove(path_ours);
    remove(path_host);
}
