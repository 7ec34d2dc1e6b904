// test: gen
// Compilers do not agree on where bit-fields go that ask for an alignment.
// (No run of the machine is behind a gate, only proofs are.)
// expect-infeasible: branch 0
#pragma pack(push, 2)
struct fields {
    char a : 7;
    int b : 22 __attribute__((aligned(4)));
    short last;
};
#pragma pack(pop)

int place_of_last(struct fields *p) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (!p)
        return -1;
    long place = (char *)&p->last - (char *)p;
    if (place == 4)
        return 1;
    if (place == 6)
        return 2;
    return 0;
}
