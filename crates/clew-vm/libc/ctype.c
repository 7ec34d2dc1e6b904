/* Character classes in the C locale. A true answer is the bit that glibc's table has for the
 * class, because programs print it. No function branches: where a class is asked for, the caller
 * decides, and one decision for it is enough. */
#include "clew_libc.h"

/* 1 when `c` is one of the `count` characters from `first` on. */
#define IS_AMONG(c, first, count) ((unsigned)(c) - (first) < (count))
/* The same for the first letters of the alphabet, in either case. */
#define IS_LETTER(c, count) (IS_AMONG(c, 'a', count) | IS_AMONG(c, 'A', count))
#define IS_DIGIT(c) IS_AMONG(c, '0', 10)

/* A class, as a function and as what is looked up in the table of a macro. */
#define CLASS(name, value) \
    int name(int c) { return value; } \
    int __clew_##name(int c) { return value; }

CLASS(isupper, IS_AMONG(c, 'A', 26) << 8)
CLASS(islower, IS_AMONG(c, 'a', 26) << 9)
CLASS(isalpha, IS_LETTER(c, 26) << 10)
CLASS(isdigit, IS_DIGIT(c) << 11)
CLASS(isxdigit, (IS_DIGIT(c) | IS_LETTER(c, 6)) << 12)
CLASS(isspace, ((c == ' ') | IS_AMONG(c, '\t', 5)) << 13)
CLASS(isprint, IS_AMONG(c, ' ', 95) << 14)
CLASS(isgraph, IS_AMONG(c, '!', 94) << 15)
CLASS(isblank, (c == ' ') | (c == '\t'))
CLASS(iscntrl, (IS_AMONG(c, 0, 32) | (c == 127)) << 1)
CLASS(ispunct, (IS_AMONG(c, '!', 15) | IS_AMONG(c, ':', 7) | IS_AMONG(c, '[', 6) | IS_AMONG(c, '{', 4)) << 2)
CLASS(isalnum, (IS_DIGIT(c) | IS_LETTER(c, 26)) << 3)

int isascii(int c)
{
    return (c & ~0x7f) == 0;
}

int toascii(int c)
{
    return c & 0x7f;
}

int tolower(int c)
{
    return c + (IS_AMONG(c, 'A', 26) << 5);
}

int toupper(int c)
{
    return c - (IS_AMONG(c, 'a', 26) << 5);
}
