// Three lengths: no triangle, scalene, isosceles or equilateral.
int f(int i, int j, int k) {
    int t = 0;
    if (/*[*/i <= 0/*]*/ || /*[*/j <= 0/*]*/ || /*[*/k <= 0/*]*/)
        return 4;
    if (/*[*/i == j/*]*/) {
        t = t + 1; /*; i j k t */
    }
    if (/*[*/i == k/*]*/) {
        t = t + 2; /*; i j k t */
    }
    if (/*[*/j == k/*]*/) {
        t = t + 3; /*; i j k t */
    }
    if (/*[*/t == 0/*]*/) {
        if (/*[*/i + j <= k/*]*/ || /*[*/j + k <= i/*]*/ || /*[*/i + k <= j/*]*/)
            return 4;
        return 1;
    }
    if (/*[*/t > 3/*]*/)
        return 3;
    if (/*[*/t == 1/*]*/ && /*[*/i + j > k/*]*/)
        return 2;
    if (/*[*/t == 2/*]*/ && /*[*/i + k > j/*]*/)
        return 2;
    if (/*[*/t == 3/*]*/ && /*[*/j + k > i/*]*/)
        return 2;
    return 4;
}
