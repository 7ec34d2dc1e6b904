// test: run
// Walking a two-dimensional array, and a struct of equal members, through one flat pointer.
#include <stdio.h>
#include <string.h>

struct rgb { unsigned char r, g, b; };

int main(void) {
    int grid[4][6];
    int *p = (int *)grid;
    for (int i = 0; i < 24; i++)
        p[i] = i;
    printf("%d %d\n", grid[1][0], grid[3][5]);
    struct rgb image[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    unsigned char *raw = (unsigned char *)image;
    int sum = 0;
    for (unsigned i = 0; i < sizeof image; i++)
        sum = sum * 3 + raw[i];
    printf("%d\n", sum);
    memset(raw + 3, 0xff, 3);
    printf("%d %d %d\n", image[0].b, image[1].g, image[2].r);
    int rows = 0;
    for (int(*row)[6] = grid; row < grid + 4; row++)
        rows += (*row)[row - grid];
    printf("%d\n", rows);
    return 0;
}
