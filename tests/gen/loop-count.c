// test: gen
// Paper 2, section V: the last branch needs four equal elements of six.
// clew-gen: -f loop
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
int hits;

void loop(int v[6], int x) {
    int i;
    if (x == 2) {
        for (i = 0; i < 6; i++)
            if (v[i] == 3)
                x++;
        if (x == 6)
            hits++;
    }
}
