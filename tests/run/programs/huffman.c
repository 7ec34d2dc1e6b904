// test: run
// Huffman codes: a priority queue of tree nodes, encoding to bits and decoding back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { unsigned weight; int symbol; struct node *child[2]; };
static struct node pool[512], *heap[256];
static int used, size;
static char code[256][32];

static struct node *make(unsigned w, int s, struct node *a, struct node *b) {
    struct node *n = &pool[used++];
    *n = (struct node){w, s, {a, b}};
    return n;
}
static int before(const struct node *a, const struct node *b) {
    return a->weight != b->weight ? a->weight < b->weight : a - pool < b - pool;
}
static void push(struct node *n) {
    int i = size++;
    for (; i && before(n, heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = n;
}
static struct node *pop(void) {
    struct node *top = heap[0], *last = heap[--size];
    int i = 0, c;
    while ((c = 2 * i + 1) < size) {
        if (c + 1 < size && before(heap[c + 1], heap[c])) c++;
        if (!before(heap[c], last)) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = last;
    return top;
}
static void assign(const struct node *n, char *prefix, int depth) {
    if (!n->child[0]) {
        memcpy(code[n->symbol], prefix, depth);
        return;
    }
    for (int b = 0; b < 2; b++) {
        prefix[depth] = '0' + b;
        assign(n->child[b], prefix, depth + 1);
    }
}

int main(void) {
    const char *text = "she sells sea shells by the sea shore; the shells she sells are surely seashells";
    unsigned freq[256] = {0};
    for (const char *p = text; *p; p++) freq[(unsigned char)*p]++;
    for (int s = 0; s < 256; s++)
        if (freq[s]) push(make(freq[s], s, NULL, NULL));
    while (size > 1) {
        struct node *a = pop(), *b = pop();
        push(make(a->weight + b->weight, -1, a, b));
    }
    struct node *root = pop();
    char prefix[32];
    assign(root, prefix, 0);
    unsigned char bits[256] = {0};
    unsigned n = 0;
    for (const char *p = text; *p; p++)
        for (const char *c = code[(unsigned char)*p]; *c; c++, n++)
            bits[n / 8] |= (*c - '0') << n % 8;
    for (int s = 0; s < 256; s++)
        if (freq[s]) printf("%c %s\n", s, code[s]);
    printf("%u bits\n", n);
    const struct node *at = root;
    for (unsigned i = 0; i < n; i++) {
        at = at->child[bits[i / 8] >> i % 8 & 1];
        if (!at->child[0]) {
            putchar(at->symbol);
            at = root;
        }
    }
    putchar('\n');
    return 0;
}
