
/* Which labels are covered is kept from run to run: one byte a label in the file
   CLEW_COVERED_FILE. Define both macros to keep it elsewhere. */
#ifndef clew_is_covered
#ifndef CLEW_COVERED_FILE
#define CLEW_COVERED_FILE "clew-covered"
#endif
int clew_covered_file(void);
int clew_is_covered(int label);
void clew_set_covered(int label);
int __attribute__((weak)) clew_covered_file(void)
{
    extern int open(const char *, int, ...);
    return open(CLEW_COVERED_FILE, 0102, 0666); /* O_CREAT | O_RDWR */
}
int __attribute__((weak)) clew_is_covered(int label)
{
    extern long pread(int, void *, unsigned long, long);
    extern int close(int);
    char mark = 0;
    int file = clew_covered_file();
    int is_read = pread(file, &mark, 1, label) == 1;
    close(file);
    return is_read && mark == '1';
}
void __attribute__((weak)) clew_set_covered(int label)
{
    extern long pwrite(int, const void *, unsigned long, long);
    extern int close(int);
    int file = clew_covered_file();
    if (pwrite(file, "1", 1, label) != 1) {
        clew_end();
    }
    close(file);
}
#endif
