// test: gen
// A table of pointers to anything, whose slots the code takes for pointers to one record.
// clew-gen: -f ready
// expect-total: branch 8
// expect-covered: branch 8
struct table {
    void **slots;
    unsigned long size;
};

struct file {
    char text[96];
    int is_ready, is_done;
};

int ready(struct table *files) {
    struct file **slot = (struct file **)files->slots;
    struct file **end = slot + files->size;
    int count = 0;
    for (; slot < end; slot++)
        if (*slot)
            if ((*slot)->is_ready && !(*slot)->is_done)
                count++;
    return count;
}
