// test: fault
// Reads a member at a non-zero offset of a null struct pointer.
#include <stdio.h>

struct node { int value; char pad[100]; struct node *next; };

int main(void) {
    struct node b = {2, "", NULL}, a = {1, "", &b};
    int sum = 0;
    for (struct node *n = &a; ; n = n->next) {
        sum += n->value; //~ null-dereference
        if (sum > 100) break;
    }
    printf("%d\n", sum);
    return 0;
}
