// test: run
// files: extern-declarations/data.c
// extern in block scope, incomplete array types completed elsewhere, arrays against pointers.
#include <stdio.h>

extern struct config { int level; char name[12]; } config;
extern char text[];
extern int (*handlers[2])(int);
static int early(void);

static int sum(void) {
    extern int numbers[5];
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += numbers[i];
    return s;
}

int main(void) {
    extern int twice(int), numbers[];
    printf("%d %s %s\n", config.level, config.name, text);
    printf("%d %d %d\n", sum(), numbers[4], twice(21));
    printf("%d %d\n", handlers[0](5), handlers[1](5));
    {
        extern int global_later;
        global_later++;
        printf("%d\n", global_later);
    }
    printf("%d\n", early());
    return 0;
}

int global_later = 70;
static int early(void) { return global_later; }
