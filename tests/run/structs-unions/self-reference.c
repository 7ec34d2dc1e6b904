// test: run
// Self-referential and mutually referential structs; types completed later.
#include <stdio.h>
#include <stdlib.h>

struct tree;
struct forest { struct tree *trees[2]; int count; };
typedef struct tree { int key; struct tree *left, *right; struct forest *home; } Tree;
struct opaque;
static int size_of(struct opaque *o);
struct opaque { int hidden; };
static int size_of(struct opaque *o) { return o->hidden; }

static Tree *insert(Tree *t, int key, struct forest *home) {
    if (!t) {
        t = malloc(sizeof *t);
        *t = (Tree){key, NULL, NULL, home};
    } else if (key < t->key)
        t->left = insert(t->left, key, home);
    else
        t->right = insert(t->right, key, home);
    return t;
}

static void walk(const Tree *t, int depth) {
    if (!t)
        return;
    walk(t->left, depth + 1);
    printf("%*d\n", depth * 2 + 2, t->key);
    walk(t->right, depth + 1);
}

static void release(Tree *t) {
    if (t) {
        release(t->left);
        release(t->right);
        free(t);
    }
}

int main(void) {
    struct forest f = {{NULL}, 1};
    int keys[] = {50, 20, 70, 10, 30, 60, 80, 25};
    for (int i = 0; i < 8; i++)
        f.trees[0] = insert(f.trees[0], keys[i], &f);
    walk(f.trees[0], 0);
    printf("%d\n", f.trees[0]->left->right->home->count);
    release(f.trees[0]);
    struct node { int v; struct node *next; } a = {1, &a}, b = {2, &a};
    a.next = &b;
    printf("%d %d\n", a.next->next->next->v, b.next->v);
    struct opaque o = {33};
    printf("%d\n", size_of(&o));
    return 0;
}
