// test: run
// fscanf, fgetpos, fsetpos, fputs and mixed reads on a temporary file.
#include <stdio.h>

int main(void) {
    FILE *f = tmpfile();
    for (int i = 0; i < 5; i++)
        fprintf(f, "%d:%c:%.2f\n", i * 100, 'a' + i, i / 3.0);
    rewind(f);
    int n;
    char c;
    double d;
    fpos_t second;
    for (int i = 0; fscanf(f, "%d:%c:%lf", &n, &c, &d) == 3; i++) {
        if (i == 0)
            fgetpos(f, &second);
        printf("%d %c %g\n", n, c, d);
    }
    printf("%d\n", feof(f) != 0);
    fsetpos(f, &second);
    printf("%d ", fscanf(f, "%d", &n));
    printf("%d %d\n", n, getc(f));
    char line[16];
    fgets(line, sizeof line, f);
    printf("%s", line);
    fscanf(f, "%*[^\n]");
    printf("%d\n", fgetc(f));
    fseek(f, 0, SEEK_END);
    printf("%d ", fscanf(f, "%d", &n));
    printf("%d\n", fgetc(f) == EOF);
    fclose(f);
    return 0;
}
