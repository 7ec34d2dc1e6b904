// test: bench
// size: 480000
// Pointer chasing: a binary search tree and a linked list threaded through it.
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *left, *right, *next; unsigned key; };

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 200000;
    struct node *root = NULL, *list = NULL;
    unsigned seed = 7;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        struct node *fresh = malloc(sizeof *fresh), **link = &root;
        if (!fresh)
            return 1;
        fresh->left = fresh->right = NULL;
        fresh->key = seed >> 3;
        while (*link)
            link = fresh->key < (*link)->key ? &(*link)->left : &(*link)->right;
        *link = fresh;
        fresh->next = list;
        list = fresh;
    }
    unsigned found = 0, hops = 0;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned want = seed >> 3;
        struct node *best = NULL;
        for (struct node *p = root; p; hops++) {
            if (p->key <= want) {
                best = p;
                p = p->right;
            } else
                p = p->left;
        }
        if (best)
            found ^= best->key;
    }
    unsigned sum = 0;
    while (list) {
        struct node *next = list->next;
        sum = sum * 3 + list->key;
        free(list);
        list = next;
    }
    printf("%u %u %u\n", found, hops, sum);
    return 0;
}
