/* Wide character classes in the C locale: those of ASCII. */
#include "clew_libc.h"

int iswupper(wint_t c)
{
    return c >= 'A' && c <= 'Z';
}

int iswlower(wint_t c)
{
    return c >= 'a' && c <= 'z';
}

int iswalpha(wint_t c)
{
    return iswupper(c) || iswlower(c);
}

int iswdigit(wint_t c)
{
    return c >= '0' && c <= '9';
}

int iswxdigit(wint_t c)
{
    return iswdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int iswalnum(wint_t c)
{
    return iswalpha(c) || iswdigit(c);
}

int iswspace(wint_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int iswblank(wint_t c)
{
    return c == ' ' || c == '\t';
}

int iswprint(wint_t c)
{
    return c >= ' ' && c <= '~';
}

int iswgraph(wint_t c)
{
    return c > ' ' && c <= '~';
}

int iswcntrl(wint_t c)
{
    return c < ' ' || c == 127;
}

int iswpunct(wint_t c)
{
    return iswgraph(c) && !iswalnum(c);
}

wint_t towlower(wint_t c)
{
    return iswupper(c) ? c - 'A' + 'a' : c;
}

wint_t towupper(wint_t c)
{
    return iswlower(c) ? c - 'a' + 'A' : c;
}
