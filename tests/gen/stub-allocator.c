// test: gen
// Allocators that another file defines: what they give is as large as the caller asks for.
// clew-gen: -f add_rule -f fill -f join -f fresh -f grow
// expect-total: branch 26
// expect-covered: branch 24
// expect-infeasible: branch 0
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *xmalloc(size_t bytes);
void *checked_xmalloc(size_t bytes, const char *file, int line);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t bytes);
void *pool_alloc(int pool, size_t bytes);

struct rule {
    struct rule *next;
    const char *names[12];
    int count;
    char terminal;
};

static struct rule *rules;

int add_rule(const char *name, int terminal) {
    struct rule *rule = xmalloc(sizeof *rule);
    if (!rule)
        return -1;
    memset(rule->names, 0, sizeof rule->names);
    rule->names[0] = name;
    rule->count = 1;
    rule->terminal = terminal != 0;
    rule->next = rules;
    rules = rule;
    if (rule->terminal)
        return 1;
    return 0;
}

int fill(int n) {
    if (n < 1 || n > 7)
        return -1;
    int *squares = checked_xmalloc((size_t)n * sizeof *squares, __FILE__, __LINE__);
    for (int i = 0; i < n; i++)
        squares[i] = i * i;
    int last = squares[n - 1];
    free(squares);
    return last == 25;
}

char *join(const char *head, const char *tail) {
    char *both = pool_alloc(1, strlen(head) + strlen(tail) + 1);
    if (both == NULL)
        return NULL;
    strcpy(both, head);
    strcat(both, tail);
    if (strcmp(both, "clew") == 0)
        both[0] = 'C';
    return both;
}

/* Zero by its name alone, which proves nothing. */
int fresh(void) {
    struct rule *rule = xcalloc(1, sizeof *rule);
    if (rule == NULL || rule->next != NULL)
        return -1;
    if (rule->count != 0)
        return -2;
    return 0;
}

int grow(int n) {
    int capacity = 2;
    long *items = xmalloc(capacity * sizeof *items);
    for (int i = 0; i < n && i < 5; i++) {
        if (i == capacity) {
            capacity *= 2;
            items = xrealloc(items, capacity * sizeof *items);
        }
        items[i] = i;
    }
    return (int)items[0];
}
