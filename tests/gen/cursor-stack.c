// test: gen
// Three members that point into one array: compared with each other two by two.
// clew-gen: -f push
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
struct stack {
    long *start, *end, *top;
};

int extend(long **start);

int push(struct stack *stack, long value) {
    if (stack->top - stack->start > 5)
        return -1;
    if (stack->end - stack->top < 1 && !extend(&stack->start))
        return 0;
    *stack->top++ = value;
    return 1;
}
