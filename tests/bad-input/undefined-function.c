// Compiles, but does not link: the function it calls is nowhere defined.
int nowhere_defined(int);

int main(void) {
    return nowhere_defined(3);
}
