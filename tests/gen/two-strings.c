// test: gen
// Two strings that are compared as pointers first: they may be one, and each may be null.
// clew-gen: -f same_letters
// expect-total: branch 10
// expect-covered: branch 10
#include <ctype.h>
#include <stddef.h>

int same_letters(const unsigned char *one, const unsigned char *other)
{
    if (one == NULL || other == NULL)
        return -1;
    if (one == other)
        return 2;
    for (; tolower(*one) == tolower(*other); one++, other++)
        if (*one == '\0')
            return 1;
    return 0;
}
