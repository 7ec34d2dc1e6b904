// test: gen
// A state machine over a buffer: comments of C in a text.
// clew-gen: -f comments --exhaustive
// expect-total: branch 21
// expect-covered: branch 20
// expect-infeasible: branch 1
// expect-complete: true
int comments(const char text[8]) {
    enum { CODE, SLASH, COMMENT, STAR } state = CODE;
    int count = 0;
    for (int i = 0; i < 8; i++) {
        char c = text[i];
        switch (state) {
        case CODE:
            if (c == '/')
                state = SLASH;
            break;
        case SLASH:
            state = c == '*' ? COMMENT : CODE;
            break;
        case COMMENT:
            if (c == '*')
                state = STAR;
            break;
        case STAR:
            if (c == '/') {
                count++;
                state = CODE;
            } else if (c != '*') {
                state = COMMENT;
            }
            break;
        }
    }
    if (state == COMMENT || state == STAR)
        return -1;
    return count;
}
