// test: gen
// A function without a body may write what it can know of.
// expect-covered: branch 28
// expect-infeasible: branch 1
// expect-no-finding:
#include <errno.h>

void tell(const char *text);
int receive(void);

int state;
volatile int flag;
static int hidden;
static int leaked;

int *leak(void) {
    return &leaked;
}

int variable(void) {
    state = 0;
    tell("a");
    if (state)
        return 1;
    return 0;
}

int volatile_variable(void) {
    flag = 0;
    tell("a");
    if (flag == 3)
        return 1;
    return 0;
}

// Nobody else knows it: one branch stays open.
int private_variable(void) {
    hidden = 0;
    tell("a");
    if (hidden)
        return 1;
    return 0;
}

int private_variable_known(void) {
    leaked = 0;
    tell("a");
    if (leaked == 77)
        return 1;
    return 0;
}

int each_call(void) {
    state = 0;
    tell("a");
    if (state == 1) {
        tell("b");
        if (state == 2)
            return 2;
        return 1;
    }
    return 0;
}

int object_of_caller(int *p) {
    if (!p)
        return -1;
    *p = 0;
    tell("a");
    if (*p == 4)
        return 1;
    return 0;
}

struct list {
    struct list *next;
    int value;
};

struct list *head;
struct list table[4];

int pointer(void) {
    head = 0;
    tell("a");
    if (head && head->value == 5)
        return 1;
    return 0;
}

int element(void) {
    table[2].value = 1;
    tell("a");
    tell("b");
    if (table[2].value == 9)
        return 1;
    return 0;
}

int error_number(void) {
    if (receive() < 0 && errno == EINTR)
        return 1;
    return 0;
}

// What the program itself has written since is not what others wrote.
int written_again(void) {
    tell("a");
    state = 3;
    if (state == 3)
        return 1;
    return 0;
}

struct item {
    int value;
};

int fetch(struct item *into);

int passed(void) {
    struct item item = {0};
    fetch(&item);
    if (item.value == 42)
        return 1;
    return 0;
}
