// test: gen
// A switch over an enum whose parameter may hold any value.
// clew-gen: -f name_length --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 4
enum colour { RED = 3, GREEN = 5, BLUE = 9 };

int name_length(enum colour colour) {
    switch (colour) {
    case RED:
        return 3;
    case GREEN:
        return 5;
    case BLUE:
        return 4;
    }
    return 0;
}
