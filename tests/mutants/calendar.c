// The days of a month.
int f(int year, int month) {
    int leap = 0;
    if (/*[*/month < 1/*]*/ || /*[*/month > 12/*]*/)
        return 0;
    if ((/*[*/year % 4 == 0/*]*/ && /*[*/year % 100 != 0/*]*/) || /*[*/year % 400 == 0/*]*/) {
        leap = 1; /*; year month leap */
    }
    if (/*[*/month == 2/*]*/)
        return 28 + leap;
    if (/*[*/month > 7/*]*/) {
        month = month - 7; /*; year month leap */
    }
    return 30 + month % 2;
}
