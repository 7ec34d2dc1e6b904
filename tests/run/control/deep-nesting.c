// test: run
// Deeply nested blocks, loops and conditions with break and continue at each level.
#include <stdio.h>

int main(void) {
    int n = 0, skipped = 0, hits[6] = {0};
    for (int a = 0; a < 4; a++) {
        if (a == 2) { skipped++; continue; }
        for (int b = 0; b < 4; b++) {
            int c = 0;
            while (1) {
                if (c > a + b) break;
                do {
                    for (int d = 0;; d++) {
                        if (d == 3) break;
                        switch ((a + b + c + d) % 5) {
                        case 0: hits[0]++; continue;
                        case 1: hits[1]++; break;
                        case 2: { if (d) { hits[2]++; goto next; } }
                        case 3: hits[3]++; break;
                        default: hits[4]++;
                        }
                        n += a * 8 + b * 4 + c * 2 + d;
                    }
                    hits[5]++;
                } while (0);
            next:
                c++;
            }
            if (b == a) break;
        }
    }
    printf("%d %d\n", n, skipped);
    for (int i = 0; i < 6; i++) printf("%d ", hits[i]);
    printf("\n");
    {{{{ int x = 1; {{ int x = 2; printf("%d", x); }} printf("%d\n", x); }}}}
    return 0;
}
