/* Descriptors and the process, as far as they make sense in a run. */
#include "clew_libc.h"

#define O_ACCMODE 3
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000

long __clew_write(int descriptor, const void *bytes, size_t length);
long __clew_read(int descriptor, void *bytes, size_t limit);
int __clew_open(const char *path, const char *mode);
int __clew_close(int descriptor);
long __clew_seek(int descriptor, long long offset, int whence);
int __clew_is_terminal(int descriptor);

/* A native result as POSIX functions give it. */
static long posix_result(long result)
{
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    if (__clew_refuses())
        return posix_result(-EIO);
    return posix_result(__clew_write(descriptor, bytes, length));
}

ssize_t read(int descriptor, void *bytes, size_t limit)
{
    return posix_result(__clew_read(descriptor, bytes, limit));
}

int close(int descriptor)
{
    long result = __clew_close(descriptor);
    if (__clew_refuses())
        return (int)posix_result(-EIO);
    return (int)posix_result(result);
}

long lseek(int descriptor, long offset, int whence)
{
    return posix_result(__clew_seek(descriptor, offset, whence));
}

/* The flags, in the letters of fopen's modes and some more: `o` opens what exists for writing,
 * `c` creates without truncating, `t` truncates. */
int open(const char *path, int flags, ...)
{
    char mode[8];
    int length = 0;
    if ((flags & O_ACCMODE) == 0) {
        mode[length++] = 'r';
    } else {
        mode[length++] = flags & O_APPEND ? 'a' : 'o';
        if ((flags & O_ACCMODE) == O_RDWR)
            mode[length++] = '+';
    }
    if (flags & O_CREAT)
        mode[length++] = 'c';
    if (flags & O_TRUNC)
        mode[length++] = 't';
    if (flags & O_EXCL)
        mode[length++] = 'x';
    mode[length] = '\0';
    return (int)posix_result(__clew_open(path, mode));
}

int creat(const char *path, unsigned int permissions)
{
    (void)permissions;
    return (int)posix_result(__clew_open(path, "oct"));
}

int isatty(int descriptor)
{
    if (__clew_is_terminal(descriptor))
        return 1;
    errno = 25;
    return 0;
}

/* As arbitrary as an address. */
int getppid(void)
{
    static char somewhere;
    return 4241 - (int)((unsigned long)&somewhere >> 4 & 1023);
}

int getpagesize(void)
{
    return 4096;
}

long sysconf(int name)
{
    if (__clew_refuses()) {
        errno = EINVAL;
        return -1;
    }
    switch (name) {
    case 2: return 100;
    case 4: return 1024;
    case 30: return 4096;
    case 83:
    case 84: return 1;
    default: errno = EINVAL; return -1;
    }
}
