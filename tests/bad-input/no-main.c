// A sound file without a main function.
int twice(int x) {
    return 2 * x;
}
