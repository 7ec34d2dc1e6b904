#ifndef SHARED_H
#define SHARED_H
enum { LIMIT = 40 };
static inline int bump(void) {
    static int count;
    return ++count;
}
inline int square(int x) { return x * x; }
static inline int limit_of(int n) { return n * LIMIT; }
#endif
