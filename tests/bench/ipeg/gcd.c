// Euclid's algorithm by subtraction. ipeg: gcd
int gcd(int u, int v) {
    while (u > 0) {
        if (v > u) {
            int t = u;
            u = v;
            v = t;
        }
        u = u - v;
    }
    return v;
}
