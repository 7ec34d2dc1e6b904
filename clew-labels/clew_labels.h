#ifndef CLEW_LABELS_H
#define CLEW_LABELS_H

/* The labels:
   1 branch:1 at tests/run/complex/special-values.c:11:9: __builtin_isnan(x) is true
   2 branch:2 at tests/run/complex/special-values.c:11:9: __builtin_isnan(x) is false
   3 branch:3 at tests/run/complex/special-values.c:14:25: __builtin_signbit(x) is true
   4 branch:4 at tests/run/complex/special-values.c:14:25: __builtin_signbit(x) is false
   5 branch:1 at tests/run/complex/special-values.c:22:21: a < COUNT is true
   6 branch:2 at tests/run/complex/special-values.c:22:21: a < COUNT is false
   7 branch:3 at tests/run/complex/special-values.c:23:25: b < COUNT is true
   8 branch:4 at tests/run/complex/special-values.c:23:25: b < COUNT is false
   9 branch:5 at tests/run/complex/special-values.c:27:29: c < COUNT is true
   10 branch:6 at tests/run/complex/special-values.c:27:29: c < COUNT is false
   11 branch:7 at tests/run/complex/special-values.c:28:33: d < COUNT is true
   12 branch:8 at tests/run/complex/special-values.c:28:33: d < COUNT is false
   13 branch:9 at tests/run/complex/special-values.c:33:25: ((a + b + c + d) & 7) == 0 is true
   14 branch:10 at tests/run/complex/special-values.c:33:25: ((a + b + c + d) & 7) == 0 is false
*/

/* What the labels in a file written by `clew label --instrument` mean. */

/* Predicates compare what people would not: they are no reason for warnings. */
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wtautological-constant-out-of-range-compare"
#pragma GCC diagnostic ignored "-Wtautological-pointer-compare"
#pragma GCC diagnostic ignored "-Wtautological-overlap-compare"
#pragma GCC diagnostic ignored "-Wtautological-bitwise-compare"
#pragma GCC diagnostic ignored "-Wtautological-unsigned-zero-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wdiv-by-zero"
#pragma GCC diagnostic ignored "-Wdivision-by-zero"
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Winteger-overflow"
#pragma GCC diagnostic ignored "-Waddress"
#pragma GCC diagnostic ignored "-Wpointer-bool-conversion"
#pragma GCC diagnostic ignored "-Wenum-compare"
#pragma GCC diagnostic ignored "-Wlogical-op"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wfloat-equal"
#pragma GCC diagnostic ignored "-Wmisleading-indentation"
#pragma GCC diagnostic ignored "-Wconstant-logical-operand"
#pragma GCC diagnostic ignored "-Wself-assign"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wformat-overflow"
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wchar-subscripts"
#endif

/* Instead of Clew's own header. */
#ifndef CLEW_H
#define CLEW_H
#ifdef __CLEW__
void clew_assume(int condition);
void clew_label(int condition, ...);
#else
/* Elsewhere a label is checked, and never evaluated. */
#define clew_assume(condition) ((void)sizeof(!(condition)))
#define CLEW_FIRST(first, ...) first
#define clew_label(...) ((void)sizeof(!(CLEW_FIRST(__VA_ARGS__, 0))))
#endif
#endif

/* The choice whether to aim at a label. A tool that searches takes both ways:
     -DCLEW_CHOICE=__VERIFIER_nondet_int   a function without parameters
     -DCLEW_KLEE                           klee_int
   Without either, no label is aimed at, and the program runs as it is. */
#if defined(CLEW_KLEE)
int klee_int(const char *name);
#define clew_choice() klee_int("clew_choice")
#elif defined(CLEW_CHOICE)
int CLEW_CHOICE(void);
#define clew_choice() CLEW_CHOICE()
#else
#define clew_choice() 0
#endif

/* What happens where a label is covered: define CLEW_COVERED(label) to count, or to log. */
#ifndef CLEW_COVERED
#define CLEW_COVERED(label) ((void)(label))
#endif

/* The run ends: with a label that is covered, or without one where its predicate does not hold. */
extern void exit(int);
#define clew_end() exit(0)
#define clew_stop(label) (CLEW_COVERED(label), clew_end())
#ifndef clew_require
#define clew_require(predicate) ((predicate) ? (void)0 : clew_end())
#endif

/* Which labels are covered is kept from run to run: one byte a label in the file
   CLEW_COVERED_FILE. Define both macros to keep it elsewhere. */
#ifndef clew_is_covered
#ifndef CLEW_COVERED_FILE
#define CLEW_COVERED_FILE "clew-covered"
#endif
int clew_covered_file(void);
int clew_is_covered(int label);
void clew_set_covered(int label);
int __attribute__((weak)) clew_covered_file(void)
{
    extern int open(const char *, int, ...);
    return open(CLEW_COVERED_FILE, 0102, 0666); /* O_CREAT | O_RDWR */
}
int __attribute__((weak)) clew_is_covered(int label)
{
    extern long pread(int, void *, unsigned long, long);
    extern int close(int);
    char mark = 0;
    int file = clew_covered_file();
    int is_read = pread(file, &mark, 1, label) == 1;
    close(file);
    return is_read && mark == '1';
}
void __attribute__((weak)) clew_set_covered(int label)
{
    extern long pwrite(int, const void *, unsigned long, long);
    extern int close(int);
    int file = clew_covered_file();
    if (pwrite(file, "1", 1, label) != 1) {
        clew_end();
    }
    close(file);
}
#endif

#endif
