// test: run
// Static objects that point to each other, into each other and to themselves; tables of tables.
#include <stdio.h>

struct menu { const char *title; const struct menu *const *items; int (*action)(int); };
static int open_(int n) { return n + 1; }
static int quit(int n) { return -n; }
static const struct menu file_open = {"Open", 0, open_}, file_quit = {"Quit", 0, quit};
static const struct menu *const file_items[] = {&file_open, &file_quit, 0};
static const struct menu file = {"File", file_items, 0}, help = {"Help", (const struct menu *const[]){&file_open, 0}, 0};
static const struct menu *const bar[] = {&file, &help, 0};

struct ring { int id; struct ring *next, *self; int *slot; int data[3]; };
extern struct ring second;
static struct ring first = {1, &second, &first, &first.data[1], {1, 2, 3}};
struct ring second = {2, &first, &second, first.data + 2, {4, 5, 6}};
static char text[] = "shared", *views[] = {text, text + 3, &text[5], text + sizeof text - 1};
static int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = &m[1], *cell = &m[1][1], *last = m[1] + 2;

static void show(const struct menu *const *m, int depth) {
    for (; *m; m++) {
        printf("%*s%s %d\n", depth, "", (*m)->title, (*m)->action ? (*m)->action(depth) : 0);
        if ((*m)->items) show((*m)->items, depth + 2);
    }
}

int main(void) {
    show(bar, 0);
    *second.slot = 30;
    *first.next->next->slot += 5;
    printf("%d %d %d\n", first.data[1], first.data[2], first.next->self->id);
    views[1][0] = 'X';
    printf("%s %s %s [%s]\n", views[0], views[1], views[2], views[3]);
    printf("%d %d %d\n", (*row)[0], *cell, *last);
    return 0;
}
