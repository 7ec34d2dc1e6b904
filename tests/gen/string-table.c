// test: gen
// A switch over strings by a table.
// clew-gen: -f opcode
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <string.h>

static const struct {
    const char *name;
    int code;
} table[] = {{"add", 1}, {"sub", 2}, {"jmp", 7}};

int opcode(const char *name) {
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(name, table[i].name) == 0)
            return table[i].code == 7 ? 70 : table[i].code;
    return -1;
}
