// Four balls of which one may weigh more or less than the others: which, by comparing weights.
void klee_make_symbolic(void *, unsigned long, const char *);

enum verdict { NONE_ODD, FIRST, SECOND, THIRD, FOURTH, UNCLEAR };

static enum verdict four_balls(int a, int b, int c, int d) {
    if (a == b) {
        if (b == c) {
            if (c == d)
                return NONE_ODD;
            return FOURTH;
        }
        if (a == d)
            return THIRD;
        return UNCLEAR;
    }
    if (c != d)
        return UNCLEAR;
    if (a == c)
        return SECOND;
    if (b == c)
        return FIRST;
    return UNCLEAR;
}

int main(void) {
    int a, b, c, d;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "b");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_make_symbolic(&d, sizeof d, "d");
    return (int)four_balls(a, b, c, d);
}
