#include "check.h"
#include <ctype.h>
#include <wchar.h>
#include <wctype.h>

#define CLASS(name) \
    do { \
        extern int clew_##name(int); \
        int c; \
        for (c = -1; c < 256; c++) \
            CHECK(clew_##name(c) == (name)(c), #name " %d: %d %d", c, clew_##name(c), (name)(c)); \
    } while (0)
/* What a macro looks up: one bit of the table's entry. */
#define LOOKED_UP(name) \
    do { \
        extern int clew___clew_##name(int); \
        int c; \
        for (c = -128; c < 256; c++) \
            CHECK(clew___clew_##name(c) == name(c), #name " %d: %d %d", c, clew___clew_##name(c), \
                  name(c)); \
    } while (0)
#define WIDE_CLASS(name) \
    do { \
        extern int clew_##name(wint_t); \
        wint_t c; \
        for (c = 0; c < 400; c++) \
            CHECK(!clew_##name(c) == !(name)(c), #name " %d", (int)c); \
        CHECK(!clew_##name(WEOF) == !(name)(WEOF), #name " WEOF"); \
    } while (0)

extern const unsigned short **clew___ctype_b_loc(void);
extern const int **clew___ctype_tolower_loc(void);
extern const int **clew___ctype_toupper_loc(void);

void test(void)
{
    int c;
    CLASS(isalpha); CLASS(isdigit); CLASS(isalnum); CLASS(isupper); CLASS(islower);
    CLASS(isxdigit); CLASS(isspace); CLASS(isblank); CLASS(isprint); CLASS(isgraph);
    CLASS(iscntrl); CLASS(ispunct); CLASS(tolower); CLASS(toupper); CLASS(isascii); CLASS(toascii);
    LOOKED_UP(isalpha); LOOKED_UP(isdigit); LOOKED_UP(isalnum); LOOKED_UP(isupper);
    LOOKED_UP(islower); LOOKED_UP(isxdigit); LOOKED_UP(isspace); LOOKED_UP(isblank);
    LOOKED_UP(isprint); LOOKED_UP(isgraph); LOOKED_UP(iscntrl); LOOKED_UP(ispunct);
    WIDE_CLASS(iswalpha); WIDE_CLASS(iswdigit); WIDE_CLASS(iswalnum); WIDE_CLASS(iswupper);
    WIDE_CLASS(iswlower); WIDE_CLASS(iswxdigit); WIDE_CLASS(iswspace); WIDE_CLASS(iswblank);
    WIDE_CLASS(iswprint); WIDE_CLASS(iswgraph); WIDE_CLASS(iswcntrl); WIDE_CLASS(iswpunct);
    for (c = -128; c < 256; c++) {
        CHECK((*clew___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        CHECK((*clew___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        CHECK((*clew___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
}
