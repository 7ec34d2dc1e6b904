/* A list of tasks, with a bug that compiled code usually does not show.
 *
 *   clew run examples/demo.c -- 0       every task is kept: all is well
 *   clew run examples/demo.c -- 5       some are dropped: the bug is hit
 *   clew cfg examples/demo.c -f drop_below
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task {
    char title[24];
    int priority;
    struct task *next;
};

static struct task *add(struct task *list, const char *title, int priority) {
    struct task *task = malloc(sizeof *task);
    if (task == NULL || strlen(title) >= sizeof task->title) {
        free(task);
        return list;
    }
    strcpy(task->title, title);
    task->priority = priority;
    task->next = list;
    return task;
}

/* Removes every task of less than this priority. */
static struct task *drop_below(struct task *list, int priority) {
    struct task **link = &list;
    for (struct task *task = list; task != NULL; task = task->next) {
        if (task->priority < priority) {
            *link = task->next;
            free(task); /* but the loop goes on from it */
        } else {
            link = &task->next;
        }
    }
    return list;
}

int main(int argc, char **argv) {
    int least = argc > 1 ? atoi(argv[1]) : 0;
    struct task *list = NULL;
    list = add(list, "water the plants", 3);
    list = add(list, "answer the letter", 7);
    list = add(list, "sharpen the pencils", 2);
    list = add(list, "mend the roof", 9);
    list = drop_below(list, least);
    for (const struct task *task = list; task != NULL; task = task->next)
        printf("%d  %s\n", task->priority, task->title);
    while (list != NULL) {
        struct task *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
