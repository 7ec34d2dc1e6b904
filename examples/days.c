/* The number of days of a month, or -1 where there is no such month. */
int days_in_month(int year, int month) {
    if (month < 1 || month > 12)
        return -1;
    if (month == 2) {
        int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        return leap ? 29 : 28;
    }
    if (month == 4 || month == 6 || month == 9 || month == 11)
        return 30;
    return 31;
}

/* The day of the year, counted from 1. */
int day_of_year(int year, int month, int day) {
    int days = day;
    for (int m = 1; m < month; m++)
        days += days_in_month(year, m);
    return days;
}

/* The mean of some day numbers. */
int mean(const int *days, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += days[i];
    return sum / count;
}
