// test: gen
// A pointer to a record that is the beginning of a larger one.
// clew-gen: -f area
// expect-total: branch 6
// expect-covered: branch 6
struct shape {
    int kind;
};

struct circle {
    struct shape shape;
    int radius;
};

struct box {
    struct shape shape;
    int width, height;
};

int area(struct shape *shape) {
    if (shape->kind == 1) {
        struct circle *circle = (struct circle *)shape;
        return circle->radius > 10 ? 3 : 1;
    }
    struct box *box = (struct box *)shape;
    if (box->width == box->height)
        return 4;
    return 2;
}
