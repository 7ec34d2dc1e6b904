// test: gen
// A function without a body that returns a pointer: null or an object.
// clew-gen: -f lookup
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
struct entry {
    int key, value;
};

struct entry *find_entry(int key);

int lookup(int key) {
    struct entry *entry = find_entry(key);
    if (!entry)
        return -1;
    if (entry->key != key)
        return -2;
    return entry->value == 77 ? 1 : 0;
}
