/* Character classes in the C locale. A true answer is the bit that glibc's table has for the
 * class, because programs print it. */
#include "clew_libc.h"

int isupper(int c)
{
    return c >= 'A' && c <= 'Z' ? 0x100 : 0;
}

int islower(int c)
{
    return c >= 'a' && c <= 'z' ? 0x200 : 0;
}

int isalpha(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 0x400 : 0;
}

int isdigit(int c)
{
    return c >= '0' && c <= '9' ? 0x800 : 0;
}

int isxdigit(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ? 0x1000 : 0;
}

int isspace(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') ? 0x2000 : 0;
}

int isprint(int c)
{
    return c >= ' ' && c <= '~' ? 0x4000 : 0;
}

int isgraph(int c)
{
    return c > ' ' && c <= '~' ? 0x8000 : 0;
}

int isblank(int c)
{
    return c == ' ' || c == '\t' ? 1 : 0;
}

int iscntrl(int c)
{
    return (c >= 0 && c < ' ') || c == 127 ? 2 : 0;
}

int ispunct(int c)
{
    if (c >= '!' && c <= '/')
        return 4;
    if (c >= ':' && c <= '@')
        return 4;
    if (c >= '[' && c <= '`')
        return 4;
    return c >= '{' && c <= '~' ? 4 : 0;
}

int isalnum(int c)
{
    if (c >= '0' && c <= '9')
        return 8;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 8 : 0;
}

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
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 'a';
    return c;
}

int toupper(int c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 'A';
    return c;
}
