/* The functions of KLEE's interface that Clew knows. */
#ifndef CLEW_KLEE_H
#define CLEW_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_assume(uintptr_t condition);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

#define klee_assert(condition) ((condition) ? (void)0 : klee_abort())

#ifdef __cplusplus
}
#endif

#endif
