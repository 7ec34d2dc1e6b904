// test: gen
// Four balls on a scale: find the odd one and whether it is lighter or heavier.
// clew-gen: -f four_balls
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
enum verdict { NONE_ODD, FIRST, SECOND, THIRD, FOURTH, UNCLEAR };

enum verdict four_balls(int a, int b, int c, int d) {
    if (a == b) {
        if (b == c) {
            if (c == d)
                return NONE_ODD;
            return FOURTH;
        }
        if (a == d)
            return THIRD;
        return UNCLEAR;
    }
    if (c != d)
        return UNCLEAR;
    if (a == c)
        return SECOND;
    if (b == c)
        return FIRST;
    return UNCLEAR;
}
