int actual_value = 12;
int actual_name(int x) { return x * x + actual_value; }
