// Compiles alone; together with any other program main is defined twice.
int main(void) {
    return 0;
}
