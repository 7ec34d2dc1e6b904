struct config { int level; char name[12]; } config = {3, "config"};
char text[] = "text from elsewhere";
int numbers[] = {1, 2, 3, 4, 5};
int twice(int x) { return 2 * x; }
static int negate(int x) { return -x; }
int (*handlers[2])(int) = {twice, negate};
