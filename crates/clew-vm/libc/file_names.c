/* Names of files. */
#include "clew_libc.h"

int __clew_open(const char *path, const char *mode);
int __clew_close(int descriptor);

/* POSIX's `basename`, which may change its argument. */
char *__xpg_basename(char *path)
{
    size_t end;
    size_t start;
    if (path == NULL || *path == '\0')
        return ".";
    end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    if (start == end)
        start = end - 1;
    path[end] = '\0';
    return path + start;
}

/* GNU's, which does not. */
char *basename(const char *path)
{
    const char *name = path;
    while (*path != '\0') {
        if (*path == '/')
            name = path + 1;
        path++;
    }
    return (char *)name;
}

char *dirname(char *path)
{
    size_t end;
    if (path == NULL || *path == '\0')
        return ".";
    end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0)
        return ".";
    while (end > 1 && path[end - 1] == '/')
        end--;
    /* Two slashes, and no more, may be another root than one. */
    if (end == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end = 2;
    path[end] = '\0';
    return path;
}

int access(const char *path, int mode)
{
    int descriptor = __clew_open(path, mode & 2 ? "o" : "r");
    if (descriptor < 0) {
        errno = -descriptor;
        return -1;
    }
    __clew_close(descriptor);
    return 0;
}

/* Opens a new file under a name that ends in `XXXXXX`, which is filled in. */
int mkstemp(char *path)
{
    static unsigned int count;
    size_t length = strlen(path);
    int descriptor;
    size_t i;
    if (length < 6) {
        errno = EINVAL;
        return -1;
    }
    for (i = length - 6; i < length; i++) {
        if (path[i] != 'X') {
            errno = EINVAL;
            return -1;
        }
    }
    do {
        unsigned int rest = count;
        count++;
        for (i = length - 6; i < length; i++) {
            path[i] = (char)('a' + rest % 26);
            rest /= 26;
        }
        descriptor = __clew_open(path, "w+x");
    } while (descriptor == -17);
    if (descriptor < 0) {
        errno = -descriptor;
        return -1;
    }
    return descriptor;
}
