// test: gen
// Globals read and written, one of them a constant that is no input.
// clew-gen: -f step --exhaustive
// expect-total: branch 6
// expect-covered: branch 5
// expect-infeasible: branch 1
// expect-complete: true
int counter;
int limit = 10;
const int increments[2] = {3, 3};

int step(void) {
    if (increments[counter & 1] != 3)
        return -1;
    counter += increments[0];
    if (counter > limit)
        counter = 0;
    if (counter == 7)
        return 7;
    return counter;
}
