// test: run
// A chained hash map with growth, deletion and iteration, keyed by strings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; struct entry *next; };
struct map { struct entry **buckets; size_t size, count; };

static unsigned long hash(const char *s) {
    unsigned long h = 5381;
    while (*s) h = h * 33 + (unsigned char)*s++;
    return h;
}
static struct entry **find(struct map *m, const char *key) {
    struct entry **e = &m->buckets[hash(key) % m->size];
    while (*e && strcmp((*e)->key, key)) e = &(*e)->next;
    return e;
}
static void grow(struct map *m) {
    struct map n = {calloc(m->size * 2, sizeof *n.buckets), m->size * 2, m->count};
    for (size_t i = 0; i < m->size; i++)
        for (struct entry *e = m->buckets[i], *next; e; e = next) {
            next = e->next;
            struct entry **slot = &n.buckets[hash(e->key) % n.size];
            e->next = *slot;
            *slot = e;
        }
    free(m->buckets);
    *m = n;
}
static void put(struct map *m, const char *key, int value) {
    struct entry **e = find(m, key);
    if (!*e) {
        *e = malloc(sizeof **e);
        **e = (struct entry){strdup(key), 0, NULL};
        if (++m->count > m->size) {
            grow(m);
            e = find(m, key);
        }
    }
    (*e)->value = value;
}
static int del(struct map *m, const char *key) {
    struct entry **e = find(m, key), *dead = *e;
    if (!dead) return 0;
    *e = dead->next;
    free(dead->key);
    free(dead);
    m->count--;
    return 1;
}

int main(void) {
    struct map m = {calloc(2, sizeof *m.buckets), 2, 0};
    char key[16];
    for (int i = 0; i < 200; i++) {
        sprintf(key, "key%d", i * 7 % 150);
        put(&m, key, i);
    }
    printf("%zu %zu\n", m.count, m.size);
    int sum = 0;
    for (int i = 0; i < 150; i++) {
        sprintf(key, "key%d", i);
        struct entry *e = *find(&m, key);
        sum = sum * 3 % 100003 + (e ? e->value : -1);
    }
    printf("%d\n", sum);
    for (int i = 0; i < 300; i += 3) {
        sprintf(key, "key%d", i);
        sum += del(&m, key);
    }
    printf("%d %zu %d\n", sum, m.count, *find(&m, "key3") == NULL);
    for (size_t i = 0; i < m.size; i++)
        while (m.buckets[i]) del(&m, m.buckets[i]->key);
    printf("%zu\n", m.count);
    free(m.buckets);
    return 0;
}
