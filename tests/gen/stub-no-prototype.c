// test: gen
// A function without a prototype writes through the addresses that its calls pass, as one with a
// prototype does; through other pointers it is not known to write.
// clew-gen: -f measure
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int read_level();
void report();

int measure(int channel, char *name) {
    int level = 0, other = 0;
    double scale = 1;
    if (read_level(channel, &level, &scale) != 0)
        return -1;
    report(name, level);
    report("level", level);
    if (level > 1000)
        return 1;
    read_level(channel + 1, &other, &scale);
    if (other == level + 3)
        return 2;
    return scale > 8 ? 3 : 0;
}
