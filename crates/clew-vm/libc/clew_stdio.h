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
/* An input that was written to: what it holds since then is not known. */
#define STREAM_WRITTEN 3

/* The descriptor of a stream that is an input of a generated test. Its buffer holds the file from
 * its start up to `end`, as far as it was read. */
#define INPUT_STREAM (-1000)

/* When written bytes leave the buffer; the numbers are those of `setvbuf`. */
#define BUFFER_FULLY 0
#define BUFFER_LINES 1
#define BUFFER_NOTHING 2

/* Members are at the same places whatever the size of pointers. */
#define ALIGNED __attribute__((aligned(8)))

typedef struct __clew_file {
    /* The descriptor; -1 for a stream over memory, INPUT_STREAM for an input. */
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
    ALIGNED unsigned char *buffer;
    /* Reading: the next byte. Writing: the end of the bytes that wait. */
    ALIGNED size_t position;
    /* Reading: the end of the bytes read. */
    ALIGNED size_t end;
    /* How many bytes may wait. */
    ALIGNED size_t capacity;
    /* The list of streams to flush at the end. */
    ALIGNED struct __clew_file *next;
    /* Streams over memory: where the caller wants to see text and size (`open_memstream`). */
    ALIGNED char **memory_text;
    ALIGNED size_t *memory_size;
} FILE;

/* The machine makes inputs and looks at them: `src/libc/stream.rs` has the same numbers. */
_Static_assert(__builtin_offsetof(FILE, descriptor) == 0, "descriptor");
_Static_assert(__builtin_offsetof(FILE, can_read) == 4, "can_read");
_Static_assert(__builtin_offsetof(FILE, can_write) == 5, "can_write");
_Static_assert(__builtin_offsetof(FILE, has_error) == 7, "has_error");
_Static_assert(__builtin_offsetof(FILE, state) == 8, "state");
_Static_assert(__builtin_offsetof(FILE, buffer) == 16, "buffer");
_Static_assert(__builtin_offsetof(FILE, position) == 24, "position");
_Static_assert(__builtin_offsetof(FILE, end) == 32, "end");
_Static_assert(sizeof(FILE) == 72, "size");

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

/* Native: the descriptors of the outside world. Negative results are errno values. */
long __clew_write(int descriptor, const void *bytes, size_t length);
long __clew_read(int descriptor, void *bytes, size_t limit);
int __clew_open(const char *path, const char *mode);
int __clew_close(int descriptor);
long __clew_seek(int descriptor, long long offset, int whence);
int __clew_is_terminal(int descriptor);

/* Native: tells the search that an input stream does not fail in all the ways that others do. */
void __clew_input_is_sound(void);

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
