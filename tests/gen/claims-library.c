// test: gen
// What libraries, other units and earlier calls may do is not infeasible, whatever the machine's models do; but a
// digit is a digit everywhere.
// expect-infeasible: branch 2
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int flush_fails(void) {
    if (fflush(stdout) != 0)
        return 1;
    return 0;
}

int stream_has_failed(void) {
    if (ferror(stdin))
        return 1;
    return 0;
}

int read_fails(void) {
    char bytes[4] = {0};
    if (read(0, bytes, 4) < 0)
        return 1;
    if (bytes[0] == 7)
        return 2;
    return 0;
}

int no_such_locale(void) {
    if (setlocale(LC_ALL, "xx") == NULL)
        return 1;
    return 0;
}

int nothing_is_known(void) {
    if (sysconf(_SC_PAGESIZE) == -1)
        return 1;
    return 0;
}

int too_small(void) {
    char path[4];
    if (getcwd(path, 4) == NULL)
        return 1;
    return 0;
}

int no_aligned_memory(void) {
    void *memory = 0;
    if (posix_memalign(&memory, 64, 10) != 0)
        return 1;
    free(memory);
    return 0;
}

int signal_fails(void) {
    if (raise(0) != 0)
        return 1;
    return 0;
}

int error_of_allocation(void) {
    errno = 0;
    char *memory = malloc(10);
    if (errno == ENOMEM)
        return 1;
    free(memory);
    return 0;
}

int later_call(int x) {
    static int calls;
    calls++;
    if (calls > 3)
        return 1;
    return x;
}

void replace(void **pointer);

int replaced(void) {
    int x = 0;
    void *pointer = &x;
    replace(&pointer);
    if (pointer != &x)
        return 1;
    if (x)
        return 2;
    return 0;
}

void call_back(void (*function)(int));

static int taken;

static void take(int value) {
    taken = value;
}

int called_back(void) {
    taken = 0;
    call_back(take);
    if (taken == 5)
        return 1;
    return 0;
}

int *kept;
void touch(void);

int kept_elsewhere(void) {
    int own = 2;
    kept = &own;
    touch();
    if (own != 2)
        return 1;
    return 0;
}

int same_text(void) {
    const char *one = "abc", *other = "abc";
    if (one == other)
        return 1;
    return 0;
}

int on_a_line(void) {
    int x = 0;
    if (((unsigned long)&x & 63) == 0)
        return 1;
    return 0;
}

// Only whether it is a digit is told, not by which number.
int class_number(int c) {
    if (isdigit(c) == 1)
        return 1;
    if (isdigit(c) && (c < '0' || c > '9'))
        return 2;
    return 0;
}

// Which elements are compared, and how often, is the library's affair.
static int comparisons;

static int counted(const void *a, const void *b) {
    comparisons++;
    return *(const int *)a - *(const int *)b;
}

int searches(int key) {
    static const int sorted[3] = {1, 2, 3};
    comparisons = 0;
    bsearch(&key, sorted, 3, sizeof *sorted, counted);
    if (comparisons > 2)
        return 1;
    return 0;
}
