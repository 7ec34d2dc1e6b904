// test: gen
// A polygon-fill step: edges of a row are collected, sorted and filled in pairs.
// clew-gen: -f fill_row
// expect-total: branch 20
// expect-covered: branch 20
// expect-infeasible: branch 0
#define WIDTH 8
#define EDGES 4

struct edge {
    int top, bottom, x;
};

int fill_row(const struct edge edges[EDGES], int y, unsigned char row[WIDTH]) {
    int crossing[EDGES], count = 0, painted = 0;
    for (int i = 0; i < EDGES; i++) {
        if (edges[i].top > y || edges[i].bottom <= y)
            continue;
        int x = edges[i].x < 0 ? 0 : edges[i].x > WIDTH ? WIDTH : edges[i].x;
        int k = count++;
        while (k > 0 && crossing[k - 1] > x) {
            crossing[k] = crossing[k - 1];
            k--;
        }
        crossing[k] = x;
    }
    if (count % 2 != 0)
        return -1;
    for (int i = 0; i < count; i += 2)
        for (int x = crossing[i]; x < crossing[i + 1]; x++) {
            row[x] = 1;
            painted++;
        }
    return painted;
}
