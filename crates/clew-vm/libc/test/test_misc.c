#include "check.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

MODEL(htonl); MODEL(htons); MODEL(mkstemp); MODEL(access); MODEL(swprintf); MODEL(wctype);
MODEL(iswctype); MODEL(towctrans); MODEL(wctrans); MODEL(read); MODEL(write); MODEL(close);
MODEL(lseek); MODEL(open); MODEL(clock_gettime); MODEL(strtok_r); MODEL(fwprintf); MODEL(tmpfile);
MODEL(rewind); MODEL(fgetws); MODEL(fclose);
extern char *clew___xpg_basename(char *);
extern char *clew_basename(const char *);
extern char *clew_dirname(char *);
extern char *__xpg_basename(char *);
extern char *dirname(char *);

static void test_names(void)
{
    char text[20];
    char a[24];
    char b[24];
    random_text(text, 10, "a/b/.");
    strcpy(a, text);
    strcpy(b, text);
    CHECK(strcmp(clew___xpg_basename(a), __xpg_basename(b)) == 0, "basename of %s", text);
    strcpy(a, text);
    strcpy(b, text);
    CHECK(strcmp(clew_dirname(a), dirname(b)) == 0, "dirname of %s: %s", text, a);
    CHECK(strcmp(clew_basename(text), basename(text)) == 0, "GNU basename of %s", text);
}

static void test_descriptors(void)
{
    char path[] = "/tmp/clew-misc-XXXXXX";
    char other[] = "/tmp/clew-misc";
    char text[8] = "";
    int descriptor = clew_mkstemp(path);
    CHECK(descriptor >= 0 && access(path, F_OK) == 0, "mkstemp");
    CHECK(clew_mkstemp(other) == -1 && clew_errno == EINVAL, "no template");
    CHECK(clew_write(descriptor, "hello", 5) == 5 && clew_lseek(descriptor, 1, SEEK_SET) == 1, "write");
    CHECK(clew_read(descriptor, text, 7) == 4 && strcmp(text, "ello") == 0, "read");
    CHECK(clew_close(descriptor) == 0 && clew_close(descriptor) == -1 && clew_errno == EBADF, "close");
    CHECK(clew_access(path, R_OK) == 0 && clew_access("/nonexistent", R_OK) == -1, "access");
    remove(path);
}

void test(void)
{
    int i;
    wchar_t wide[40];
    struct timespec now;
    for (i = 0; i < 5000; i++)
        test_names();
    test_descriptors();
    CHECK(clew_htonl(0x12345678) == htonl(0x12345678) && clew_htons(0x1234) == htons(0x1234), "order");
    CHECK(clew_swprintf(wide, 40, L"%d-%ls-%s", 7, L"wide", "narrow") == 13, "swprintf");
    CHECK(wcscmp(wide, L"7-wide-narrow") == 0, "swprintf");
    CHECK(clew_swprintf(wide, 3, L"%d", 12345) == -1, "swprintf without room");
    for (i = 0; i < 128; i++) {
        CHECK(!clew_iswctype(i, clew_wctype("punct")) == !iswctype(i, wctype("punct")), "%d", i);
        CHECK(clew_towctrans(i, clew_wctrans("toupper")) == towctrans(i, wctrans("toupper")), "%d", i);
    }
    CHECK(clew_wctype("nothing") == 0 && clew_iswctype('a', 0) == 0, "no class");
    CHECK(clew_clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_nsec == 123456789, "clock");
    {
        FILE *stream = clew_tmpfile();
        CHECK(clew_fwprintf(stream, L"%s %c\n", "line", 'x') == 7, "fwprintf");
        clew_rewind(stream);
        CHECK(clew_fgetws(wide, 40, stream) != NULL && wcscmp(wide, L"line x\n") == 0, "fgetws");
        clew_fclose(stream);
    }
}
