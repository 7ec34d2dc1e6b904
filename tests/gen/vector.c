// test: gen
// Vectors as parameters, results, members and globals: inputs, conditions and checks.
// clew-gen: -f pick
// expect-total: branch 8
// expect-covered: branch 8
// compilers: all
// expect-no-finding
typedef int i4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
struct pixel { char tag; i4 color; };

i4 last;

i4 pick(i4 v, struct pixel p, f4 weights)
{
    i4 sum = v + p.color * 2;
    if (sum[0] == 100)
        last = sum;
    if (v[3] > 7)
        last[1] = v[3];
    if (p.color[2] == v[2] + 5)
        sum = -sum;
    if (weights[1] == 0.5f)
        return __builtin_shufflevector(v, v, 3, 2, 1, 0);
    return sum;
}
