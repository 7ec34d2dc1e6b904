#include "ring.h"

/* Appends an item; 0 if the ring is full. */
int ring_put(struct ring *ring, int item) {
    if (ring->count == RING_SIZE)
        return 0;
    ring->items[(ring->first + ring->count) % RING_SIZE] = item;
    ring->count++;
    return 1;
}

/* Takes the oldest item; 0 if the ring is empty. */
int ring_get(struct ring *ring, int *item) {
    if (ring->count == 0)
        return 0;
    *item = ring->items[ring->first];
    ring->first = (ring->first + 1) % RING_SIZE;
    ring->count--;
    return 1;
}
