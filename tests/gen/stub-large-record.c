// test: gen
// A stub does not write records of many values: what it is called for would be lost in them.
// clew-gen: -f corners
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
struct image {
    int width, height;
    int colours[20][256];
};

int pixel(struct image *image, int x, int y);

int corners(struct image *image) {
    int a = pixel(image, 0, 0), b = pixel(image, image->width, 0);
    int c = pixel(image, 0, image->height), d = pixel(image, image->width, image->height);
    if (a == b && c == d)
        return 1;
    return a == d ? 2 : 0;
}
