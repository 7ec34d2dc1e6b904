/* What every libc model needs: the types and constants of the platform, declared here so that no
 * system header has to be parsed. */
#ifndef CLEW_LIBC_H
#define CLEW_LIBC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef long time_t;
typedef __builtin_va_list va_list;

/* How native functions are passed a list of arguments: by its address. An array is passed so anyway. */
#ifdef __LP64__
typedef va_list va_list_address;
#define ADDRESS_OF_LIST(list) (list)
#define LIST_AT(address) (address)
#else
typedef va_list *va_list_address;
#define ADDRESS_OF_LIST(list) (&(list))
#define LIST_AT(address) (*(address))
#endif

#define NULL ((void *)0)
#define EOF (-1)
#define WEOF 0xffffffffu

#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX (2UL * LONG_MAX + 1)

#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define ESPIPE 29
#define EDOM 33
#define ERANGE 34
#define ENOSYS 38
#define EOVERFLOW 75
#define EILSEQ 84

int *__errno_location(void);
#define errno (*__errno_location())

/* Native: whether the call of the model that asks is one of those that fail. */
int __clew_refuses(void);

/* Native: memory. */
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *old);

/* Native: ends the run because a model lacks what the program asks for. */
void __clew_unsupported(const char *feature) __attribute__((noreturn));

/* Native: whether two strings or pieces of memory are to be compared in one step, and that step. */
#define COMPARE_MEMORY 0
#define COMPARE_STRINGS 1
#define COMPARE_ANY_CASE 2
int __clew_is_comparable(const void *a, const void *b, size_t limit, int comparison);
int __clew_difference(const void *a, const void *b, size_t limit, int comparison);

/* Models that other models build on. */
size_t strlen(const char *s);

#endif
