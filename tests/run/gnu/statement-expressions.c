// test: run
// Statement expressions: values, locals, loops and early exits inside, nesting, in macros.
#include <stdio.h>

#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define swap(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)

struct s { int v[3]; };

static int early(int n) {
    int r = ({ if (n < 0) return -1; n * 2; });
    return r + 1;
}

int main(void) {
    int i = 3, j = 8;
    printf("%d %g\n", max(i++, j++), max(1.5, 2));
    printf("%d %d\n", i, j);
    swap(i, j);
    printf("%d %d\n", i, j);
    int sum = ({ int s = 0; for (int k = 0; k < 5; k++) s += k; s; });
    printf("%d\n", sum);
    printf("%d\n", max(max(1, 5), max(4, 2)));
    printf("%d %d\n", early(-3), early(3));
    int v = ({ struct s x = {{1, 2, 3}}; x; }).v[1];
    printf("%d\n", v);
    for (int k = 0; k < 10; k++) {
        int odd = ({ if (k == 5) break; if (k % 2 == 0) continue; k; });
        printf("%d ", odd);
    }
    printf("\n");
    ({ printf("void\n"); (void)0; });
    if (({ int t = 3; t * t; }) == 9)
        printf("nine\n");
    printf("%d\n", ({ 1; 2; 3; }) + ({ int q = 4; q++; q; }));
    int found = ({
        int r = -1;
        for (int k = 0; k < 10; k++)
            if (k * k > 30) { r = k; goto done; }
    done:
        r;
    });
    printf("%d\n", found);
    return 0;
}
