// test: run
// The processor's vector operations that its header writes with C's operators on vectors.
#include <emmintrin.h>
#include <stdio.h>

static int sum(__m128i vector)
{
    int parts[4];
    _mm_storeu_si128((__m128i *)parts, vector);
    return parts[0] + parts[1] + parts[2] + parts[3];
}

int main(void)
{
    __m128i a = _mm_set_epi32(4, 3, 2, 1), b = _mm_set1_epi32(10);
    __m128i c = _mm_add_epi32(a, b);
    printf("%d\n", sum(c));
    c = _mm_and_si128(c, _mm_set1_epi32(7));
    printf("%d\n", sum(c));
    printf("%d %d\n", sum(_mm_sub_epi32(c, a)), sum(_mm_xor_si128(a, _mm_setzero_si128())));
    printf("%d\n", sum(_mm_cmpgt_epi32(a, _mm_set1_epi32(2))));
    __m128d products = _mm_mul_pd(_mm_set_pd(1.5, 2), _mm_set1_pd(3));
    double doubles[2];
    _mm_storeu_pd(doubles, products);
    printf("%g %g\n", doubles[0], doubles[1]);
    printf("%d\n", _mm_cvtsi128_si32(_mm_unpacklo_epi32(c, a)));
    float floats[4];
    _mm_storeu_ps(floats, _mm_cvtepi32_ps(a));
    printf("%g\n", floats[3]);
    return 0;
}
