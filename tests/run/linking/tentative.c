// test: run
// Tentative definitions: repeated, completed by a real one, arrays completed later, static ones.
#include <stdio.h>

int a;
int a;
int a = 5;
static int s;
static int s = 6;
int arr[];
int arr[3];
extern int e;
int e = 7;
struct later;
extern struct later object;
struct later { int v; };
struct later object = {8};
static int forward(void);

int main(void) {
    printf("%d %d %d %d %zu\n", a, s, e, object.v, sizeof arr / sizeof arr[0]);
    printf("%d\n", forward());
    arr[2] = 3;
    return arr[0] + arr[2] - 3;
}
static int forward(void) { static int n = 4; return n; }
