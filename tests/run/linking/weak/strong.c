int overridden(void) { return 100; }
int value = 300;
