#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
struct JOIN(stack, TYPE) { TYPE item[8]; int top; };
static inline void JOIN(push, TYPE)(struct JOIN(stack, TYPE) *s, TYPE v) { s->item[s->top++] = v; }
static inline TYPE JOIN(pop, TYPE)(struct JOIN(stack, TYPE) *s) { return s->item[--s->top]; }
#undef JOIN
#undef JOIN_
