// Parses, but no compiler accepts its types.
struct point { int x, y; };

int main(void) {
    struct point p = {1, 2};
    int n = p * 2;
    return p.z + n;
}
