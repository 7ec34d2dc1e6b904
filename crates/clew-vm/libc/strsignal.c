/* The texts of signals. */
#include "clew_stdio.h"

int snprintf(char *to, size_t size, const char *format, ...);

static const char *const signal_texts[] = {
    0,
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
};

char *strsignal(int number)
{
    static char unknown[40];
    if (number > 0 && number < (int)(sizeof signal_texts / sizeof signal_texts[0]))
        return (char *)signal_texts[number];
    if (number >= 34 && number <= 64)
        snprintf(unknown, sizeof unknown, "Real-time signal %d", number - 34);
    else
        snprintf(unknown, sizeof unknown, "Unknown signal %d", number);
    return unknown;
}

int fprintf(FILE *stream, const char *format, ...);

void psignal(int number, const char *prefix)
{
    if (prefix != NULL && *prefix != '\0')
        fprintf(stderr, "%s: %s\n", prefix, strsignal(number));
    else
        fprintf(stderr, "%s\n", strsignal(number));
}
