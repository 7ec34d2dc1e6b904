// test: gen
// A stack machine with a checked stack over four instructions.
// clew-gen: -f execute
// expect-total: branch 17
// expect-covered: branch 17
// expect-infeasible: branch 0
enum { PUSH = 1, ADD, MULTIPLY, HALT };

int execute(const unsigned char code[9]) {
    int stack[3], top = 0;
    for (int at = 0; at < 9; at++) {
        switch (code[at]) {
        case PUSH:
            if (top == 3 || at == 8)
                return -1;
            stack[top++] = code[++at];
            break;
        case ADD:
        case MULTIPLY:
            if (top < 2)
                return -2;
            top--;
            if (code[at] == ADD)
                stack[top - 1] += stack[top];
            else
                stack[top - 1] *= stack[top];
            break;
        case HALT:
            return top == 1 ? stack[0] : -3;
        default:
            return -4;
        }
    }
    return -5;
}
