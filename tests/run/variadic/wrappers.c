// test: run
// Wrappers around vprintf, vsnprintf, vsprintf and vsscanf.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int say(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vprintf(format, ap);
    va_end(ap);
    return n;
}

static char *format(const char *f, ...) {
    va_list ap, again;
    va_start(ap, f);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, f, ap);
    va_end(ap);
    char *s = malloc(n + 1);
    vsprintf(s, f, again);
    va_end(again);
    return s;
}

static int scan(const char *s, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int n = vsscanf(s, f, ap);
    va_end(ap);
    return n;
}

#define LOG(level, ...) say("[" level "] " __VA_ARGS__)
#define TRACE(f, ...) say(f, ##__VA_ARGS__)

int main(void) {
    int n = say("%d %s %5.2f %c\n", 5, "five", 5.5, '5');
    printf("%d\n", n);
    char *s = format("%s-%04d-%lx", "id", 42, 0xfeedul);
    printf("%s %zu\n", s, strlen(s));
    free(s);
    int a, b;
    n = scan("12 34", "%d %d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    LOG("info", "%d items\n", 3);
    LOG("warn", "none\n");
    TRACE("plain\n");
    TRACE("%d\n", 1);
    return 0;
}
