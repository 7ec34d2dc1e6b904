/* Streams, as the stdio models see them. User programs only hold pointers to them. */
#ifndef CLEW_STDIO_H
#define CLEW_STDIO_H

#include "clew_libc.h"

/* Bytes kept free before the read position for `ungetc`. */
#define PUSHBACK_ROOM 8
/* As glibc's for pipes and files. */
#define BUFFER_SIZE 4096

/* What the buffer holds. */
#define STREAM_IDLE 0
#define STREAM_READING 1
#define STREAM_WRITING 2

/* When written bytes leave the buffer; the numbers are those of `setvbuf`. */
#define BUFFER_FULLY 0
#define BUFFER_LINES 1
#define BUFFER_NOTHING 2

typedef struct __clew_file {
    /* The descriptor, or -1 for a stream over memory. */
    int descriptor;
    char can_read;
    char can_write;
    char at_end;
    char has_error;
    char state;
    char buffering;
    /* Set once something was opened or written that `exit` has to flush. */
    char is_listed;
    /* Every write goes to the end of the file. */
    char is_appending;
    /* `PUSHBACK_ROOM + BUFFER_SIZE` bytes. */
    unsigned char *buffer;
    /* Reading: the next byte. Writing: the end of the bytes that wait. */
    size_t position;
    /* Reading: the end of the bytes read. */
    size_t end;
    /* How many bytes may wait. */
    size_t capacity;
    /* The list of streams to flush at the end. */
    struct __clew_file *next;
    /* Streams over memory: where the caller wants to see text and size (`open_memstream`). */
    char **memory_text;
    size_t *memory_size;
} FILE;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

/* Native: the descriptors of the outside world. Negative results are errno values. */
long __clew_write(int descriptor, const void *bytes, size_t length);
long __clew_read(int descriptor, void *bytes, size_t limit);
int __clew_open(const char *path, const char *mode);
int __clew_close(int descriptor);
long __clew_seek(int descriptor, long offset, int whence);
int __clew_is_terminal(int descriptor);

/* stdio_stream.c */
int __clew_flush(FILE *stream);
void __clew_flush_all(void);
int __clew_prepare_writing(FILE *stream);
int __clew_fill(FILE *stream);
FILE *__clew_first_stream(void);
void __clew_list_stream(FILE *stream);
void __clew_unlist_stream(FILE *stream);

/* stdio_write.c and stdio_read.c */
size_t __clew_put(FILE *stream, const void *bytes, size_t length);
int fputc(int c, FILE *stream);
int fgetc(FILE *stream);
int ungetc(int c, FILE *stream);

#endif
