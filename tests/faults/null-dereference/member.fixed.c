// test: fault
// The fixed twin of member.c.
#include <stdio.h>

struct node { int value; char pad[100]; struct node *next; };

int main(void) {
    struct node b = {2, "", NULL}, a = {1, "", &b};
    int sum = 0;
    for (struct node *n = &a; n; n = n->next) {
        sum += n->value;
    }
    printf("%d\n", sum);
    return 0;
}
