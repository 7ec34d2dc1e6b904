// test: bench
// size: 14000
// A struct-heavy simulation: customers move between queues by a table of handlers.
#include <stdio.h>
#include <stdlib.h>

enum { QUEUES = 8, CUSTOMERS = 2000 };
enum state { WAITING, SERVED, MOVING, LEAVING, STATES };

struct customer {
    unsigned id;
    enum state state;
    unsigned short patience, age;
    struct { short x, y; } place;
    unsigned queue : 3, urgent : 1, visits : 12;
    struct customer *next;
};
struct queue { struct customer *head, *tail; unsigned length, served; };
struct world { struct queue queues[QUEUES]; struct customer customers[CUSTOMERS]; unsigned seed, left; };

static unsigned draw(struct world *w) {
    w->seed = w->seed * 1664525u + 1013904223u;
    return w->seed >> 8;
}
static void push(struct queue *q, struct customer *c) {
    c->next = NULL;
    if (q->tail)
        q->tail->next = c;
    else
        q->head = c;
    q->tail = c;
    q->length++;
}
static struct customer *pop(struct queue *q) {
    struct customer *c = q->head;
    if (c) {
        q->head = c->next;
        if (!q->head)
            q->tail = NULL;
        q->length--;
    }
    return c;
}
static enum state wait(struct world *w, struct customer *c) {
    c->age++;
    if (c->urgent || draw(w) % 3 == 0)
        return SERVED;
    return c->age > c->patience ? MOVING : WAITING;
}
static enum state serve(struct world *w, struct customer *c) {
    w->queues[c->queue].served++;
    c->visits++;
    c->age = 0;
    return draw(w) % 4 ? MOVING : LEAVING;
}
static enum state move(struct world *w, struct customer *c) {
    c->queue += 1 + draw(w) % 3;
    c->place.x += (short)(draw(w) % 5) - 2;
    c->place.y -= (short)(draw(w) % 5) - 2;
    return WAITING;
}
static enum state leave(struct world *w, struct customer *c) {
    struct customer fresh = {.id = c->id + CUSTOMERS, .patience = 2 + draw(w) % 7, .queue = c->id, .urgent = draw(w) % 16 == 0};
    w->left++;
    *c = fresh;
    return WAITING;
}
static enum state (*const handlers[STATES])(struct world *, struct customer *) = {wait, serve, move, leave};

int main(int argc, char **argv) {
    static struct world w = {.seed = 42};
    int rounds = argc > 1 ? atoi(argv[1]) : 4500;
    for (unsigned i = 0; i < CUSTOMERS; i++) {
        w.customers[i] = (struct customer){.id = i, .patience = 2 + i % 7, .queue = i};
        push(&w.queues[i % QUEUES], &w.customers[i]);
    }
    for (int r = 0; r < rounds; r++)
        for (int q = 0; q < QUEUES; q++)
            for (unsigned n = w.queues[q].length; n > 0; n--) {
                struct customer *c = pop(&w.queues[q]);
                c->state = handlers[c->state](&w, c);
                push(&w.queues[c->queue], c);
            }
    unsigned sum = 0;
    for (int q = 0; q < QUEUES; q++)
        sum = sum * 31 + w.queues[q].served * 7 + w.queues[q].length;
    for (int i = 0; i < CUSTOMERS; i++)
        sum = sum * 17 + w.customers[i].id + (unsigned)w.customers[i].place.x + w.customers[i].visits;
    printf("%u %u\n", w.left, sum);
    return 0;
}
