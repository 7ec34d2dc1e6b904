/* Character classes and mappings by name. */
#include "clew_libc.h"

int iswalnum(wint_t c);
int iswalpha(wint_t c);
int iswblank(wint_t c);
int iswcntrl(wint_t c);
int iswdigit(wint_t c);
int iswgraph(wint_t c);
int iswlower(wint_t c);
int iswprint(wint_t c);
int iswpunct(wint_t c);
int iswspace(wint_t c);
int iswupper(wint_t c);
int iswxdigit(wint_t c);
wint_t towlower(wint_t c);
wint_t towupper(wint_t c);
int strcmp(const char *a, const char *b);

struct named_class {
    const char *name;
    int (*test)(wint_t);
};

static const struct named_class named_classes[] = {
    { "alnum", iswalnum }, { "alpha", iswalpha }, { "blank", iswblank }, { "cntrl", iswcntrl },
    { "digit", iswdigit }, { "graph", iswgraph }, { "lower", iswlower }, { "print", iswprint },
    { "punct", iswpunct }, { "space", iswspace }, { "upper", iswupper }, { "xdigit", iswxdigit },
};

/* A class is its position in the table, counted from 1. */
unsigned long wctype(const char *name)
{
    unsigned long i;
    for (i = 0; i < sizeof named_classes / sizeof named_classes[0]; i++) {
        if (strcmp(name, named_classes[i].name) == 0)
            return i + 1;
    }
    return 0;
}

int iswctype(wint_t c, unsigned long class)
{
    if (class == 0 || class > sizeof named_classes / sizeof named_classes[0])
        return 0;
    return named_classes[class - 1].test(c);
}

unsigned long wctrans(const char *name)
{
    if (strcmp(name, "tolower") == 0)
        return 1;
    return strcmp(name, "toupper") == 0 ? 2 : 0;
}

wint_t towctrans(wint_t c, unsigned long mapping)
{
    if (mapping == 1)
        return towlower(c);
    return mapping == 2 ? towupper(c) : c;
}
