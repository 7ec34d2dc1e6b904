/* The end of a program. The machine calls `exit` when `main` returns. */
#include "clew_libc.h"

typedef void handler(void);
typedef void handler_with_status(int status, void *context);

/* Native: ends the run. */
void __clew_exit(int status) __attribute__((noreturn));
/* The machine's own: the function with the `destructor` attribute at this position of their
 * order, or null behind the last. */
handler *__clew_destructor(size_t position);

/* A function to call at the end: one of the two. */
struct at_exit {
    handler *plain;
    handler_with_status *with_status;
    void *context;
    struct at_exit *next;
};

static struct at_exit *registered;
static struct at_exit *registered_quick;

/* Set by stdio when there is something to flush: programs without stdio do not pull it in. */
void (*__clew_flush_hook)(void);

static struct at_exit *new_entry(struct at_exit *next)
{
    struct at_exit *entry = malloc(sizeof *entry);
    if (entry != NULL) {
        entry->plain = NULL;
        entry->with_status = NULL;
        entry->context = NULL;
        entry->next = next;
    }
    return entry;
}

int atexit(handler *function)
{
    struct at_exit *entry = new_entry(registered);
    if (entry == NULL)
        return -1;
    entry->plain = function;
    registered = entry;
    return 0;
}

int on_exit(handler_with_status *function, void *context)
{
    struct at_exit *entry = new_entry(registered);
    if (entry == NULL)
        return -1;
    entry->with_status = function;
    entry->context = context;
    registered = entry;
    return 0;
}

int at_quick_exit(handler *function)
{
    struct at_exit *entry = new_entry(registered_quick);
    if (entry == NULL)
        return -1;
    entry->plain = function;
    registered_quick = entry;
    return 0;
}

void exit(int status)
{
    /* Kept, so that a destructor that calls `exit` goes on with the next. */
    static size_t position;
    handler *destructor;
    while (registered != NULL) {
        struct at_exit *entry = registered;
        registered = entry->next;
        if (entry->plain != NULL)
            entry->plain();
        else
            entry->with_status(status, entry->context);
    }
    while ((destructor = __clew_destructor(position)) != NULL) {
        position++;
        destructor();
    }
    if (__clew_flush_hook != NULL)
        __clew_flush_hook();
    __clew_exit(status);
}

void quick_exit(int status)
{
    while (registered_quick != NULL) {
        struct at_exit *entry = registered_quick;
        registered_quick = entry->next;
        entry->plain();
    }
    __clew_exit(status);
}

void _Exit(int status)
{
    __clew_exit(status);
}

void _exit(int status)
{
    __clew_exit(status);
}
