// test: run
// A byte code interpreter: switch in a loop with a program counter and a stack.
#include <stdio.h>

enum op { PUSH, ADD, MUL, SUB, DUP, JNZ, PRINT, HALT, SWAP, DROP };

static int run(const int *code) {
    int stack[32], sp = 0, pc = 0, steps = 0;
    for (;;) {
        steps++;
        switch ((enum op)code[pc++]) {
        case PUSH: stack[sp++] = code[pc++]; break;
        case ADD: sp--; stack[sp - 1] += stack[sp]; break;
        case MUL: sp--; stack[sp - 1] *= stack[sp]; break;
        case SUB: sp--; stack[sp - 1] -= stack[sp]; break;
        case DUP: stack[sp] = stack[sp - 1]; sp++; break;
        case SWAP: { int t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; continue; }
        case DROP: --sp; break;
        case JNZ: if (stack[--sp]) { pc = code[pc]; continue; } pc++; break;
        case PRINT: printf("%d ", stack[sp - 1]); break;
        case HALT: printf("\n"); return steps;
        }
    }
}

int main(void) {
    static const int factorial[] = {PUSH, 1, PUSH, 7, DUP, PRINT, DROP, DUP, PUSH, 1, SUB, SWAP, DROP, DUP, JNZ, 4, DROP, PRINT, HALT};
    printf("%d\n", run(factorial));
    static const int sums[] = {PUSH, 3, PUSH, 4, ADD, PUSH, 5, MUL, PRINT, PUSH, 40, SUB, PRINT, HALT};
    printf("%d\n", run(sums));
    return 0;
}
