// test: gen
// A struct whose members point into one array: the next character, and the end.
// clew-gen: -f next_word
// expect-total: branch 10
// expect-covered: branch 10
struct reader {
    const char *end;
    const char *next;
};

int next_word(struct reader *r)
{
    int length = 0;
    while (r->next < r->end && *r->next == ' ')
        r->next++;
    while (r->next != r->end && *r->next != ' ') {
        if (*r->next++ == '\\')
            return -1;
        length++;
    }
    return length;
}
