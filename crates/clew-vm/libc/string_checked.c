/* The fortified string functions: `room` is what the compiler knows of the destination. Writing
 * past it is found by the machine. */
#include "clew_libc.h"

char *strcpy(char *to, const char *from);
char *stpcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t limit);
char *stpncpy(char *to, const char *from, size_t limit);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t limit);

char *__strcpy_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t limit, size_t room)
{
    (void)room;
    return strncpy(to, from, limit);
}

char *__stpncpy_chk(char *to, const char *from, size_t limit, size_t room)
{
    (void)room;
    return stpncpy(to, from, limit);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    (void)room;
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t room)
{
    (void)room;
    return strncat(to, from, limit);
}

void *__memcpy_chk(void *to, const void *from, size_t length, size_t room)
{
    (void)room;
    return memcpy(to, from, length);
}

void *__memmove_chk(void *to, const void *from, size_t length, size_t room)
{
    (void)room;
    return memmove(to, from, length);
}

void *__mempcpy_chk(void *to, const void *from, size_t length, size_t room)
{
    (void)room;
    return (char *)memcpy(to, from, length) + length;
}

void *__memset_chk(void *to, int byte, size_t length, size_t room)
{
    (void)room;
    return memset(to, byte, length);
}
