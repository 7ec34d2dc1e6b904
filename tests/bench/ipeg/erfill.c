// Removes all occurrences of a value from ten integers and fills the room with another. ipeg: erfill
int values[10];

void erfill(int erased, int filler) {
    int to = 0;
    for (int from = 0; from < 10; from++) {
        if (values[from] != erased) {
            values[to] = values[from];
            to++;
        }
    }
    while (to < 10) {
        values[to] = filler;
        to++;
    }
}
