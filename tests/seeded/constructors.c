/* Functions that make things. */
#include <stdlib.h>
#include <string.h>

enum kind { NIL = 1, FALSE = 2, TRUE = 4, NUMBER = 8, STRING = 16 };

struct value {
    struct value *next, *child;
    enum kind kind;
    char *text;
    double number;
    int whole;
};

static struct value *value_new(void) {
    struct value *made = malloc(sizeof *made);
    if (made != NULL)
        memset(made, 0, sizeof *made);
    return made;
}

// fault value_nil: = NIL => = FALSE
struct value *value_nil(void) {
    struct value *made = value_new();
    if (made)
        made->kind = NIL;
    return made;
}

// fault value_bool: TRUE : FALSE => FALSE : TRUE
struct value *value_bool(int truth) {
    struct value *made = value_new();
    if (made)
        made->kind = truth ? TRUE : FALSE;
    return made;
}

// fault value_number: whole = 2147483647 => whole = 2147483646
struct value *value_number(double number) {
    struct value *made = value_new();
    if (made) {
        made->kind = NUMBER;
        made->number = number;
        if (number >= 2147483647.0)
            made->whole = 2147483647;
        else if (number <= -2147483648.0)
            made->whole = -2147483647 - 1;
        else
            made->whole = (int)number;
    }
    return made;
}

// fault value_string: kind = STRING => kind = NUMBER
struct value *value_string(const char *text) {
    struct value *made;
    if (text == NULL)
        return NULL;
    made = value_new();
    if (made == NULL)
        return NULL;
    made->kind = STRING;
    made->text = malloc(strlen(text) + 1);
    if (made->text == NULL) {
        free(made);
        return NULL;
    }
    strcpy(made->text, text);
    return made;
}

struct vector {
    int *items;
    unsigned count, room;
};

// fault vector_new: room = room => room = 0
struct vector *vector_new(unsigned room) {
    struct vector *made;
    if (room == 0 || room > 1000)
        return NULL;
    made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->items = calloc(room, sizeof *made->items);
    made->count = 0;
    made->room = room;
    return made;
}

// fault vector_push: items[v->count++] = item => items[v->count++] = -item
int vector_push(struct vector *v, int item) {
    if (v->count == v->room) {
        unsigned room = v->room ? v->room * 2 : 4;
        int *items = realloc(v->items, room * sizeof *items);
        if (!items)
            return -1;
        v->items = items;
        v->room = room;
    }
    v->items[v->count++] = item;
    return 0;
}
