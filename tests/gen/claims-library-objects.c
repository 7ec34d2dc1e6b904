// test: gen
// Two names of objects of the library may be one: `environ` and `__environ`, `timezone` and `__timezone` are with
// glibc. Objects of the program are two.
// expect-infeasible: branch 1
#define _GNU_SOURCE
#include <time.h>
#include <unistd.h>

extern char **__environ;
extern char **elsewhere;

int same_variables(void) {
    if (&environ == &__environ)
        return 1;
    return 0;
}

int same_zone(void) {
    if (&timezone == &__timezone || &daylight == &__daylight || tzname == __tzname)
        return 1;
    return 0;
}

int written_by_another_name(char **variables) {
    environ = NULL;
    __environ = variables;
    if (environ)
        return 1;
    return 0;
}

int under_another_name(char **variables) {
    environ = NULL;
    elsewhere = variables;
    if (environ)
        return 1;
    return 0;
}

int zone_written(void) {
    timezone = 0;
    __timezone = 3;
    if (timezone)
        return 1;
    return 0;
}

int own, other;

int own_objects(void) {
    own = 0;
    other = 3;
    if (own)
        return 1;
    return 0;
}
