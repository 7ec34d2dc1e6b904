// test: gen
// A struct parameter by value.
// clew-gen: -f quadrant --exhaustive
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
// expect-paths: 3
// expect-no-finding
struct point {
    int x, y;
};

int quadrant(struct point p) {
    if (p.x > 0)
        return p.y > 0 ? 1 : 4;
    if (p.x < 0)
        return p.y > 0 ? 2 : 3;
    return 0;
}
