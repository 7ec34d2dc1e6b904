#ifndef RING_H
#define RING_H

#define RING_SIZE 8

struct ring {
    unsigned first, count;
    int items[RING_SIZE];
};

int ring_put(struct ring *ring, int item);
int ring_get(struct ring *ring, int *item);

#endif
