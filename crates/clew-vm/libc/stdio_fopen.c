/* Opening files. Tests decide what is in them, so this stands apart from other streams. */
#include "clew_stdio.h"

FILE *__clew_open_stream(const char *path, const char *mode);

FILE *fopen(const char *path, const char *mode)
{
    return __clew_open_stream(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    return __clew_open_stream(path, mode);
}
