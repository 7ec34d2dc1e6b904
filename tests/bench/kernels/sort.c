// test: bench
// size: 4000000
// Array sort: quicksort with insertion sort for short runs, then heapsort of the same data.
#include <stdio.h>
#include <stdlib.h>

static void insertion(int *v, int lo, int hi) {
    for (int i = lo + 1; i <= hi; i++) {
        int x = v[i], j = i;
        while (j > lo && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
}

static void quick(int *v, int lo, int hi) {
    while (hi - lo > 16) {
        int pivot = v[lo + (hi - lo) / 2], i = lo, j = hi;
        while (i <= j) {
            while (v[i] < pivot) i++;
            while (v[j] > pivot) j--;
            if (i <= j) {
                int t = v[i];
                v[i++] = v[j];
                v[j--] = t;
            }
        }
        if (j - lo < hi - i) {
            quick(v, lo, j);
            lo = i;
        } else {
            quick(v, i, hi);
            hi = j;
        }
    }
    insertion(v, lo, hi);
}

static void sift(int *v, int root, int n) {
    int x = v[root];
    for (int child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && v[child + 1] > v[child])
            child++;
        if (v[child] <= x)
            break;
        v[root] = v[child];
    }
    v[root] = x;
}

static void heap(int *v, int n) {
    for (int i = n / 2; i-- > 0;)
        sift(v, i, n);
    while (n > 1) {
        int t = v[0];
        v[0] = v[--n];
        v[n] = t;
        sift(v, 0, n);
    }
}

static void fill(int *v, int n) {
    unsigned seed = 12345;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        v[i] = (int)(seed >> 4);
    }
}

static unsigned checksum(const int *v, int n) {
    unsigned h = 0;
    for (int i = 0; i < n; i++) {
        if (i && v[i - 1] > v[i])
            return 0;
        h = h * 31 + (unsigned)v[i];
    }
    return h;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1300000;
    int *v = malloc(n * sizeof *v);
    if (!v)
        return 1;
    fill(v, n);
    quick(v, 0, n - 1);
    printf("%08x\n", checksum(v, n));
    fill(v, n / 4);
    heap(v, n / 4);
    printf("%08x\n", checksum(v, n / 4));
    free(v);
    return 0;
}
