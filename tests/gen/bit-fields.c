// test: gen
// Bit-fields: signed and unsigned, with the values their widths allow.
// clew-gen: -f decode --exhaustive
// expect-total: branch 8
// expect-covered: branch 7
// expect-infeasible: branch 1
// expect-complete: true
struct flags {
    unsigned mode : 3;
    signed level : 4;
    unsigned on : 1;
};

int decode(struct flags flags) {
    if (flags.mode == 5 && flags.level == -8)
        return 1;
    int level = flags.level;
    if (level > 7)
        return 2;
    return flags.on ? 3 : 4;
}
