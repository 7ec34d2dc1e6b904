/* The environment: what the program sets, before what it was started with. */
#include "clew_libc.h"

/* Native: copies the value of a variable of the outside world, cut to `size` with its
 * terminator; its length, or -1 when there is none. */
long __clew_environment(const char *name, char *to, size_t size);

/* One variable, known here; without a text it is unset. */
struct variable {
    char *name;
    char *text;
    struct variable *next;
};

static struct variable *variables;

static char *no_variables[1];
char **environ = no_variables;
char **__environ = no_variables;

/* Whether the first `length` bytes of `a` are all of `b`. */
static int is_name(const char *a, size_t length, const char *b)
{
    size_t i;
    for (i = 0; i < length; i++) {
        if (a[i] != b[i])
            return 0;
    }
    return b[length] == '\0';
}

static struct variable *find_variable(const char *name, size_t length)
{
    struct variable *v;
    for (v = variables; v != NULL; v = v->next) {
        if (is_name(name, length, v->name))
            return v;
    }
    return NULL;
}

static char *copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* The entry of a variable, made if there is none. */
static struct variable *enter_variable(const char *name, size_t length)
{
    struct variable *v = find_variable(name, length);
    if (v == NULL) {
        v = malloc(sizeof *v);
        if (v == NULL)
            return NULL;
        v->name = copy_text(name, length);
        v->text = NULL;
        v->next = variables;
        variables = v;
    }
    return v;
}

char *getenv(const char *name)
{
    size_t name_length = strlen(name);
    struct variable *v = find_variable(name, name_length);
    long length;
    if (v != NULL)
        return v->text;
    length = __clew_environment(name, NULL, 0);
    if (length < 0)
        return NULL;
    v = enter_variable(name, name_length);
    if (v == NULL)
        return NULL;
    v->text = malloc(length + 1);
    if (v->text != NULL)
        __clew_environment(name, v->text, length + 1);
    return v->text;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

static int has_equals(const char *name)
{
    while (*name != '\0') {
        if (*name == '=')
            return 1;
        name++;
    }
    return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
    struct variable *v;
    if (name == NULL || *name == '\0' || has_equals(name)) {
        errno = EINVAL;
        return -1;
    }
    if (!overwrite && getenv(name) != NULL)
        return 0;
    v = enter_variable(name, strlen(name));
    if (v == NULL)
        return -1;
    v->text = copy_text(value, strlen(value));
    return v->text == NULL ? -1 : 0;
}

int unsetenv(const char *name)
{
    struct variable *v;
    if (name == NULL || *name == '\0' || has_equals(name)) {
        errno = EINVAL;
        return -1;
    }
    v = enter_variable(name, strlen(name));
    if (v == NULL)
        return -1;
    v->text = NULL;
    return 0;
}

int putenv(char *text)
{
    size_t length = 0;
    struct variable *v;
    while (text[length] != '\0' && text[length] != '=')
        length++;
    v = enter_variable(text, length);
    if (v == NULL)
        return -1;
    /* The caller's own text is the variable from now on. */
    v->text = text[length] == '=' ? text + length + 1 : NULL;
    return 0;
}

int clearenv(void)
{
    struct variable *v;
    for (v = variables; v != NULL; v = v->next)
        v->text = NULL;
    return 0;
}
