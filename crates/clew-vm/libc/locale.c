/* The C locale, the only one. */
#include "clew_libc.h"

struct lconv {
    char *decimal_point;
    char *thousands_sep;
    char *grouping;
    char *int_curr_symbol;
    char *currency_symbol;
    char *mon_decimal_point;
    char *mon_thousands_sep;
    char *mon_grouping;
    char *positive_sign;
    char *negative_sign;
    char numbers[14];
};

static struct lconv conventions = {
    .decimal_point = ".",
    .thousands_sep = "",
    .grouping = "",
    .int_curr_symbol = "",
    .currency_symbol = "",
    .mon_decimal_point = "",
    .mon_thousands_sep = "",
    .mon_grouping = "",
    .positive_sign = "",
    .negative_sign = "",
    .numbers = { 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127 },
};

struct lconv *localeconv(void)
{
    return &conventions;
}

char *setlocale(int category, const char *locale)
{
    if (category < 0 || category > 12 || __clew_refuses())
        return NULL;
    if (locale == NULL || locale[0] == '\0')
        return "C";
    if (locale[0] == 'C' && locale[1] == '\0')
        return "C";
    if (strlen(locale) == 5 && locale[0] == 'P' && locale[1] == 'O' && locale[2] == 'S'
        && locale[3] == 'I' && locale[4] == 'X')
        return "C";
    return NULL;
}

/* langinfo: the encoding is what programs ask for. */
char *nl_langinfo(int item)
{
    if (item == 14)
        return "ANSI_X3.4-1968";
    return item == 0x10000 ? "." : "";
}
