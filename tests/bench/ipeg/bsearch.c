// Bisection in twenty integers, which need not be in order. ipeg: search
int table[20];

int search(int wanted) {
    int low = 0, high = 19, found = 0, middle;
    while (high > low) {
        middle = (low + high) / 2;
        if (wanted == table[middle])
            found = 1;
        if (wanted > table[middle])
            low = middle + 1;
        else
            high = middle - 1;
    }
    middle = (low + high) / 2;
    if (found != 1 && wanted == table[middle])
        found = 1;
    return found;
}
