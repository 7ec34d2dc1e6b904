// test: gen
// Conditions on the length of an array say how long it has to be: no doubling comes there in time.
// expect-covered: branch 20
// expect-infeasible: branch 0
int class_of(const unsigned short *values, int count)
{
    int kind, sum = 0;
    if (count < 200)
        kind = 3;
    else if (count < 600)
        kind = 4;
    else
        kind = 5;
    for (int i = 0; i < count; i++)
        sum += values[i];
    if (sum == 77)
        return 1;
    if (kind == 5 && sum == 1000)
        return 2;
    return 0;
}

struct block {
    int count;
    unsigned short *values;
};

int class_of_block(const struct block *block)
{
    int sum = 0;
    if (block->count >= 300 && block->count < 700)
        sum = 1;
    for (int i = 0; i < block->count; i++)
        sum += block->values[i];
    return sum == 1000 ? 1 : 0;
}
