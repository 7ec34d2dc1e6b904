// Selection sort of ten integers. ipeg: sort
int values[10];

void sort(void) {
    for (int i = 0; i < 9; i++) {
        int smallest = i;
        for (int j = i + 1; j < 10; j++)
            if (values[j] < values[smallest])
                smallest = j;
        int exchanged = values[i];
        values[i] = values[smallest];
        values[smallest] = exchanged;
    }
}
