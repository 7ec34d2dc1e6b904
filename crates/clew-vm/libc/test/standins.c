/* The host in the place of the native functions, and the frame of every test. */
#include "check.h"
#include <math.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

int failures;
static unsigned long seed = 88172645463325252UL;

unsigned long random_bits(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

unsigned long random_below(unsigned long limit)
{
    return random_bits() % limit;
}

void random_text(char *to, unsigned long limit, const char *alphabet)
{
    unsigned long length = random_below(limit + 1);
    unsigned long i;
    for (i = 0; i < length; i++)
        to[i] = alphabet[random_below(strlen(alphabet))];
    to[length] = '\0';
}

void *clew_memcpy(void *to, const void *from, size_t length) { return memmove(to, from, length); }
void *clew_memmove(void *to, const void *from, size_t length) { return memmove(to, from, length); }
void *clew_memset(void *to, int byte, size_t length) { return memset(to, byte, length); }
double clew_hypot(double x, double y) { return hypot(x, y); }
float clew_hypotf(float x, float y) { return hypotf(x, y); }
long double clew_hypotl(long double x, long double y) { return hypotl(x, y); }
double clew_atan2(double y, double x) { return atan2(y, x); }
float clew_atan2f(float y, float x) { return atan2f(y, x); }
long double clew_atan2l(long double y, long double x) { return atan2l(y, x); }
void *clew_malloc(size_t size) { return malloc(size); }
void *clew_realloc(void *old, size_t size) { return realloc(old, size); }
void clew_free(void *old) { free(old); }

int clew___clew_format(char *to, size_t size, const char *format, va_list arguments)
{
    return vsnprintf(to, size, format, arguments);
}

/* Either way has to give the same text. */
int clew___clew_is_text_open(char *to, size_t size, const char *format, va_list arguments)
{
    (void)to, (void)size, (void)format, (void)arguments;
    return random_below(2);
}

/* Nothing fails here that the library does not fail, too. */
int clew___clew_refuses(void)
{
    return 0;
}

int clew___clew_parse_float(const char *text, size_t length, int kind, void *to)
{
    char copy[2000];
    memcpy(copy, text, length);
    copy[length] = '\0';
    errno = 0;
    if (kind == 0)
        *(float *)to = strtof(copy, NULL);
    else if (kind == 1)
        *(double *)to = strtod(copy, NULL);
    else
        *(long double *)to = strtold(copy, NULL);
    return errno == ERANGE;
}

static long result(long value) { return value < 0 ? -errno : value; }
long clew___clew_write(int d, const void *p, size_t n) { return result(write(d, p, n)); }
long clew___clew_read(int d, void *p, size_t n) { return result(read(d, p, n)); }
int clew___clew_close(int d) { return (int)result(close(d)); }
void clew___clew_input_is_sound(void) {}
int clew___clew_is_comparable(const void *a, const void *b, size_t n, int c) { return 0; }
int clew___clew_difference(const void *a, const void *b, size_t n, int c) { abort(); }
long clew___clew_seek(int d, long offset, int whence) { return result(lseek(d, offset, whence)); }
int clew___clew_remove(const char *path) { return (int)result(remove(path)); }
int clew___clew_rename(const char *a, const char *b) { return (int)result(rename(a, b)); }
int clew___clew_is_terminal(int d) { return isatty(d); }

int clew___clew_open(const char *path, const char *mode)
{
    int both = strchr(mode, '+') != NULL;
    int flags = strchr(mode, 'x') != NULL ? O_EXCL : 0;
    if (mode[0] == 'r')
        flags |= both ? O_RDWR : O_RDONLY;
    else if (mode[0] == 'w')
        flags |= (both ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
    else if (mode[0] == 'a')
        flags |= (both ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
    else
        flags |= (both ? O_RDWR : O_WRONLY) | (strchr(mode, 'c') ? O_CREAT : 0)
                 | (strchr(mode, 't') ? O_TRUNC : 0);
    return (int)result(open(path, flags, 0666));
}

long clew___clew_environment(const char *name, char *to, size_t size)
{
    const char *value = getenv(name);
    if (value == NULL)
        return -1;
    if (size > 0)
        snprintf(to, size, "%s", value);
    return (long)strlen(value);
}

void clew___clew_program_name(char *to, size_t size) { snprintf(to, size, "program"); }

void clew___clew_now(long *seconds, long *nanoseconds)
{
    *seconds = 1000000000;
    *nanoseconds = 123456789;
}

unsigned long clew___clew_cpu_time(void) { return 5000000; }
void clew___clew_unsupported(const char *feature) { (void)feature; _exit(99); }
void clew___clew_exit(int status) { _exit(status); }
void clew___clew_killed(int signal) { _exit(128 + signal); }
void clew___clew_assertion_failed(const char *text) { (void)text; _exit(134); }
void *clew___clew_destructor(size_t position) { (void)position; return NULL; }

int main(void)
{
    test();
    if (failures > 0)
        printf("%d failures\n", failures);
    return failures > 0;
}
