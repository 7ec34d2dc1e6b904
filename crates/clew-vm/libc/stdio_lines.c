/* Lines of any length. */
#include "clew_stdio.h"

static ssize_t read_up_to(char **line, size_t *size, int delimiter, FILE *stream)
{
    size_t length = 0;
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (*line == NULL || *size == 0) {
        char *first = realloc(*line, 120);
        if (first == NULL)
            return -1;
        *line = first;
        *size = 120;
    }
    for (;;) {
        int c = fgetc(stream);
        if (c == EOF)
            break;
        if (length + 2 > *size) {
            char *larger = realloc(*line, *size * 2);
            if (larger == NULL)
                return -1;
            *line = larger;
            *size *= 2;
        }
        (*line)[length] = (char)c;
        length++;
        if (c == delimiter)
            break;
    }
    if (length == 0)
        return -1;
    (*line)[length] = '\0';
    return length;
}

ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *stream)
{
    return read_up_to(line, size, delimiter, stream);
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream)
{
    return read_up_to(line, size, delimiter, stream);
}

ssize_t getline(char **line, size_t *size, FILE *stream)
{
    return read_up_to(line, size, '\n', stream);
}
