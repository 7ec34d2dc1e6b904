/* Failed assertions: glibc's message, then the fault. */
#include "clew_stdio.h"

/* Native: copies the program's name, cut to `size` with its terminator. */
void __clew_program_name(char *to, size_t size);
/* Native: ends the run by an assertion failure. */
void __clew_assertion_failed(const char *message) __attribute__((noreturn));
int fprintf(FILE *stream, const char *format, ...);
char *strerror(int number);

void __assert_fail(const char *assertion, const char *file, unsigned int line,
                   const char *function)
{
    char program[64];
    __clew_program_name(program, sizeof program);
    fprintf(stderr, "%s: %s:%u: %s%sAssertion `%s' failed.\n", program, file, line,
            function != NULL ? function : "", function != NULL ? ": " : "", assertion);
    __clew_assertion_failed(assertion);
}

void __assert(const char *assertion, const char *file, int line)
{
    __assert_fail(assertion, file, (unsigned int)line, NULL);
}

void __assert_perror_fail(int number, const char *file, unsigned int line, const char *function)
{
    char program[64];
    __clew_program_name(program, sizeof program);
    fprintf(stderr, "%s: %s:%u: %s%sUnexpected error: %s.\n", program, file, line,
            function != NULL ? function : "", function != NULL ? ": " : "", strerror(number));
    __clew_assertion_failed(strerror(number));
}
