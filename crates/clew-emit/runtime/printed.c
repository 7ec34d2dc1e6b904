
extern void *clew_new_file(void) CLEW_SYMBOL(tmpfile);
extern int clew_descriptor(void *file) CLEW_SYMBOL(fileno);
extern int clew_flush(void *file) CLEW_SYMBOL(fflush);
extern int clew_second(int file) CLEW_SYMBOL(dup);
extern int clew_put_in_place(int file, int as) CLEW_SYMBOL(dup2);
extern int clew_close_file(int file) CLEW_SYMBOL(close);
extern long clew_move(int file, long offset, int from) CLEW_SYMBOL(lseek);
extern long clew_read_file(int file, void *to, clew_size size) CLEW_SYMBOL(read);

/* What the function under test prints: to the standard output, and to that for errors. */
static char clew_printed[2][2048];
static int clew_own_files[2];

/* Keeps what is printed from here on. */
static void clew_keep_printed(void) {
    int at;
    clew_flush(NULL);
    for (at = 0; at < 2; at++) {
        void *file = clew_new_file();
        if (file == NULL)
            clew_abort();
        clew_own_files[at] = clew_second(at + 1);
        clew_put_in_place(clew_descriptor(file), at + 1);
    }
}

/* Reads what was printed; from here on it goes where it went before. */
static void clew_read_printed(void) {
    int at;
    clew_flush(NULL);
    for (at = 0; at < 2; at++) {
        long size;
        clew_move(at + 1, 0, 0);
        size = clew_read_file(at + 1, clew_printed[at], sizeof clew_printed[at] - 1);
        clew_printed[at][size < 0 ? 0 : size] = 0;
        clew_put_in_place(clew_own_files[at], at + 1);
        clew_close_file(clew_own_files[at]);
    }
}
