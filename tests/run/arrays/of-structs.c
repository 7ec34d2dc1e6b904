// test: run
// Arrays of structs holding arrays of structs: walking, sorting in place, swapping, sizes.
#include <stdio.h>
#include <string.h>

struct mark { char subject[8]; short points; };
struct student { char name[10]; struct mark marks[3]; int count; } class[] = {
    {"ann", {{"art", 9}, {"math", 7}}, 2},
    {"bob", {{"math", 4}}, 1},
    {"cy", {{"art", 8}, {"math", 9}, {"pe", 10}}, 3},
};

static int total(const struct student *s) {
    int t = 0;
    for (const struct mark *m = s->marks; m != s->marks + s->count; ++m)
        t += m->points;
    return t;
}

int main(void) {
    int n = sizeof class / sizeof class[0];
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (total(&class[j]) > total(&class[i])) {
                struct student t = class[i];
                class[i] = class[j];
                class[j] = t;
            }
    for (struct student *s = class; s < class + n; s++)
        printf("%s %d %s\n", s->name, total(s), s->marks[s->count - 1].subject);
    class[1].marks[class[1].count++] = (struct mark){"pe", -3};
    strcpy(class[1].marks[0].subject, "music");
    printf("%d %s %zu %zu\n", total(class + 1), class[1].marks->subject, sizeof(struct mark), sizeof(struct student));
    printf("%td\n", (char *)&class[2].marks[1].points - (char *)class);
    return 0;
}
