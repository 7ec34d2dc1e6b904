// test: gen
// Objects that only the library makes are no inputs: the tests would pass bytes that mean nothing.
// clew-gen:
// expect-total: branch 6
// expect-covered: branch 3
// expect-infeasible: branch 0
#include <dirent.h>
#include <stddef.h>

int is_empty(DIR *folder) {
    if (folder == NULL)
        return -1;
    if (readdir(folder) == NULL)
        return 1;
    return 0;
}

static int twice(int n) { return 2 * n; }

/* The address of a function among bytes. */
void install(void *memory, int is_used) {
    struct entry {
        long key;
        int (*call)(int);
    } *entry = memory;
    entry->key = 7;
    if (is_used)
        entry->call = twice;
}
