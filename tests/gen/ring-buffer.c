// test: gen
// A ring buffer in a struct: full, empty, wrapped.
// clew-gen: -f push
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
struct ring {
    unsigned char cells[4];
    unsigned char head, used;
};

int push(struct ring *ring, unsigned char value) {
    if (ring->head >= 4 || ring->used > 4)
        return -2;
    if (ring->used == 4)
        return -1;
    unsigned place = ring->head + ring->used;
    if (place >= 4)
        place -= 4;
    ring->cells[place] = value;
    ring->used++;
    return ring->used == 4 ? 1 : 0;
}
