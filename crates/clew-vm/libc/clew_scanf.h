/* Where scanf reads. */
#ifndef CLEW_SCANF_H
#define CLEW_SCANF_H

#include "clew_stdio.h"

/* A stream, or without one the rest of a string. */
struct scan_source {
    FILE *stream;
    const char *text;
    /* Characters taken so far, for %n. */
    unsigned long taken;
};

int __clew_scan(struct scan_source *source, const char *format, va_list arguments);

#endif
