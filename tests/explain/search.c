/* A search loop that ended before the end has found it. */
int search(const int *v, int n, int key)
{
    int i = 0;
    while (i < n && v[i] != key)
        i++;
    if (i < n) {
        if (v[i] != key)
            return -2;
        return i;
    }
    return -1;
}
//@ 8 `v[i] != key is true` infeasible 5 7 8
//@ says `v[i] != key` contradicts `v[i] == key` at line 5
