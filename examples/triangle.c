/* Kinds of triangle, by the lengths of the sides.
 *
 *   clew gen examples/triangle.c
 */
enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

enum kind triangle(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0)
        return NONE;
    if (a + b <= c || b + c <= a || c + a <= b)
        return NONE;
    if (a == b && b == c)
        return EQUILATERAL;
    if (a == b || b == c || a == c)
        return ISOSCELES;
    return SCALENE;
}

/* The average side of the triangles in a list; a side is negative where it is not known. */
int average(const int *sides, int count) {
    int sum = 0, known = 0;
    for (int i = 0; i < count; i++) {
        if (sides[i] >= 0) {
            sum += sides[i];
            known++;
        }
    }
    return sum / known;
}
