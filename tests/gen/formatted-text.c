// test: gen
// Text that sprintf makes of inputs is compared with constants: it depends on the inputs digit by digit.
// clew-gen: -f f
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
#include <stdio.h>
#include <string.h>

int f(int a, unsigned short b, char c, const char *name) {
    char text[64];
    snprintf(text, sizeof text, "%d-%03u", a, b);
    if (strcmp(text, "-12-034") == 0)
        return 1;
    if (strlen(text) == 9)
        return 2;
    if (strstr(text, "99"))
        return 3;
    sprintf(text, "%c%-4x|", c, (unsigned)a);
    if (strcmp(text, "qbee |") == 0)
        return 4;
    if (snprintf(text, 4, "<%s>", name) > 6)
        return 5;
    if (strcmp(text, "<ok") == 0)
        return 6;
    return 0;
}
