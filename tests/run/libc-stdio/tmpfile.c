// test: run
// A temporary file: fwrite, fread, fseek, ftell, rewind, feof, ungetc, fgets, fprintf, fscanf.
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f)
        return 1;
    printf("%d\n", fprintf(f, "line one\nline %d\nlast", 2));
    printf("%ld\n", ftell(f));
    rewind(f);
    char buf[32];
    while (fgets(buf, sizeof buf, f))
        printf("[%s] %zu\n", buf, strlen(buf));
    printf("%d %d\n", feof(f) != 0, ferror(f) != 0);
    clearerr(f);
    printf("%d\n", feof(f) != 0);
    fseek(f, 5, SEEK_SET);
    printf("%c", fgetc(f));
    fseek(f, -4, SEEK_END);
    printf("%c", getc(f));
    fseek(f, 1, SEEK_CUR);
    printf("%c ", fgetc(f));
    printf("%ld\n", ftell(f));
    printf("%d ", fgetc(f));
    printf("%d ", fgetc(f));
    printf("%d\n", feof(f) != 0);
    rewind(f);
    int c = fgetc(f);
    ungetc('X', f);
    printf("%c %c %c\n", c, fgetc(f), 'l');
    fgets(buf, 4, f);
    printf("[%s]\n", buf);
    fseek(f, 0, SEEK_SET);
    fputs("LINE", f);
    fflush(f);
    fseek(f, 0, SEEK_SET);
    fgets(buf, sizeof buf, f);
    printf("%s", buf);
    int v[4] = {1, -2, 3, -4}, w[6] = {0};
    rewind(f);
    printf("%zu\n", fwrite(v, sizeof *v, 4, f));
    rewind(f);
    printf("%zu\n", fread(w, sizeof *w, 4, f));
    printf("%d %d %d %d\n", w[0], w[1], w[2], w[3]);
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    printf("%ld %zu\n", size, fread(w, 4, 2, f));
    rewind(f);
    printf("%zu ", fread(buf, 1, sizeof buf, f));
    printf("%d\n", feof(f) != 0);
    fclose(f);
    return 0;
}
