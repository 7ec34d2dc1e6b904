// The type of a triangle by the lengths of its sides. ipeg: tritype
int tritype(int i, int j, int k) {
    int type;
    if (i == 0 || j == 0 || k == 0)
        return 4;
    type = 0;
    if (i == j)
        type = type + 1;
    if (i == k)
        type = type + 2;
    if (j == k)
        type = type + 3;
    if (type == 0) {
        if (i + j <= k || j + k <= i || i + k <= j)
            type = 4;
        else
            type = 1;
        return type;
    }
    if (type > 3)
        type = 3;
    else if (type == 1 && i + j > k)
        type = 2;
    else if (type == 2 && i + k > j)
        type = 2;
    else if (type == 3 && j + k > i)
        type = 2;
    else
        type = 4;
    return type;
}
