// Replace: matches of a pattern in a line give way to a text. The pattern has literals, `?` for
// any character, classes `[...]` with `^` and `*` for repetition; in the new text `&` is what was
// matched. Pattern and line are symbolic.
void klee_make_symbolic(void *, unsigned long, const char *);

enum { PATTERN = 4, LINE = 2, ROOM = 8 };

static char output[ROOM];
static int written;

static void put(char c) {
    if (written < ROOM - 1)
        output[written++] = c;
}

/* The end of the element of a pattern that begins here. */
static int element_end(const char *pattern, int at) {
    if (pattern[at] != '[')
        return at + 1;
    int end = at + 1;
    while (pattern[end] != ']' && pattern[end] != '\0')
        end++;
    return pattern[end] == ']' ? end + 1 : end;
}

static int in_class(const char *pattern, int from, int to, char c) {
    int negated = 0, found = 0;
    if (from < to && pattern[from] == '^') {
        negated = 1;
        from++;
    }
    for (int i = from; i < to; i++)
        if (pattern[i] == c)
            found = 1;
    return found != negated;
}

static int matches_one(const char *pattern, int from, int end, char c) {
    if (c == '\0')
        return 0;
    if (pattern[from] == '?')
        return 1;
    if (pattern[from] == '[')
        return in_class(pattern, from + 1, end - 1, c);
    return pattern[from] == c;
}

/* The number of characters that the pattern matches at the beginning of a line, or -1. */
static int match(const char *pattern, int at, const char *line, int from) {
    if (pattern[at] == '\0')
        return from;
    int end = element_end(pattern, at);
    if (pattern[end] == '*') {
        int last = from;
        while (matches_one(pattern, at, end, line[last]))
            last++;
        for (; last >= from; last--) {
            int rest = match(pattern, end + 1, line, last);
            if (rest >= 0)
                return rest;
        }
        return -1;
    }
    if (matches_one(pattern, at, end, line[from]))
        return match(pattern, end, line, from + 1);
    return -1;
}

static void substitute(const char *line, int from, int to, const char *by) {
    for (int i = 0; by[i] != '\0'; i++) {
        if (by[i] == '&') {
            for (int k = from; k < to; k++)
                put(line[k]);
        } else {
            put(by[i]);
        }
    }
}

static int replace(const char *pattern, const char *line, const char *by) {
    int replaced = 0, at = 0;
    while (line[at] != '\0') {
        int end = match(pattern, 0, line, at);
        if (end > at) {
            substitute(line, at, end, by);
            replaced++;
            at = end;
        } else {
            put(line[at]);
            at++;
        }
    }
    return replaced;
}

int main(void) {
    char pattern[PATTERN + 1], line[LINE + 1];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    klee_make_symbolic(line, sizeof line, "line");
    pattern[PATTERN] = '\0';
    line[LINE] = '\0';
    return replace(pattern, line, "x&");
}
