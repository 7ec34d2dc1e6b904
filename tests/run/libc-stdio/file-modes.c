// test: run
// fopen modes w, a, r+, r; a missing file; remove and rename.
#include <errno.h>
#include <stdio.h>

static void dump(const char *name) {
    FILE *f = fopen(name, "r");
    if (!f) {
        printf("cannot open: %d\n", errno == ENOENT);
        return;
    }
    int c;
    while ((c = fgetc(f)) != EOF)
        putchar(c);
    printf("|\n");
    fclose(f);
}

int main(void) {
    const char *name = "corpus-file-modes.tmp";
    remove(name);
    dump(name);
    FILE *f = fopen(name, "w");
    fputs("hello", f);
    putc(' ', f);
    fputc('w', f);
    fclose(f);
    dump(name);
    f = fopen(name, "a");
    fprintf(f, "orld %d", 5);
    fclose(f);
    dump(name);
    f = fopen(name, "r+");
    fputs("HE", f);
    fseek(f, -1, SEEK_END);
    fputc('6', f);
    fclose(f);
    dump(name);
    f = fopen(name, "w+b");
    fwrite("binary", 1, 6, f);
    rewind(f);
    char b[4] = "";
    printf("%zu %.3s\n", fread(b, 1, 3, f), b);
    fclose(f);
    dump(name);
    printf("%d\n", rename(name, "corpus-renamed.tmp"));
    dump("corpus-renamed.tmp");
    printf("%d\n", remove("corpus-renamed.tmp"));
    dump("corpus-renamed.tmp");
    printf("%d\n", fopen("no-such-directory/file", "w") == NULL);
    return 0;
}
