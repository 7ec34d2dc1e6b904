// test: gen
// Paper 3, figure 1 without a bound on the size: the array can be read past its end.
// clew-gen: -f checkValves
// expect-total: branch 4
// expect-finding: out-of-bounds 12
int size;
int valvesStatus[4];

int checkValves(void) {
    int count = 0;
    for (int i = 0; i < size; i++)
        if (valvesStatus[i] == -1) //~ out-of-bounds
            count++;
    return count > 2;
}
