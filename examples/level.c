/* Follows a list of steps and keeps the level between 0 and 100. */
int follow(const int *steps, int count) {
    int level = 0;
    for (int i = 0; i < count; i++) {
        level += steps[i];
        if (level > 100)
            level = 100;
        if (level < 0)
            level = 0;
    }
    if (level > 100)
        return -1;
    return level;
}
