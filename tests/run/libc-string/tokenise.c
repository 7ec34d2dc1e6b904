// test: run
// strtok, strtok_r with two strings at once, strsep with empty fields, strdup and strndup.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[] = "  one, two;;three ";
    for (char *t = strtok(a, " ,;"); t; t = strtok(NULL, " ,;"))
        printf("[%s]", t);
    printf("\n");
    char b[] = "k1=v1&k2=v2&k3", *outer, *inner;
    for (char *pair = strtok_r(b, "&", &outer); pair; pair = strtok_r(NULL, "&", &outer)) {
        char *key = strtok_r(pair, "=", &inner), *value = strtok_r(NULL, "=", &inner);
        printf("%s:%s ", key, value ? value : "none");
    }
    printf("\n");
    char c[] = "a::b:c:", *rest = c, *field;
    while ((field = strsep(&rest, ":")))
        printf("<%s>", field);
    printf("\n");
    char *d = strdup("duplicate"), *e = strndup("duplicate", 3), *f = strndup("ab", 10);
    d[0] = 'D';
    printf("%s %s %s\n", d, e, f);
    free(d);
    free(e);
    free(f);
    char empty[] = ",,,";
    printf("%d\n", strtok(empty, ",") == NULL);
    return 0;
}
