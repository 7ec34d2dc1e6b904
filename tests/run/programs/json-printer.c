// test: run
// Parses JSON into a tagged union tree and prints it back indented.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUL, BOOL, NUMBER, STRING, ARRAY, OBJECT };
struct value {
    enum kind kind;
    union {
        int boolean;
        double number;
        char *string;
        struct { struct value *items; char **keys; int count; };
    };
};

static const char *p;
static void blank(void) { while (isspace((unsigned char)*p)) p++; }
static char *string(void) {
    char *s = malloc(strlen(p)), *o = s;
    for (p++; *p != '"'; p++)
        if (*p == '\\')
            switch (*++p) {
            case 'n': *o++ = '\n'; break;
            case 't': *o++ = '\t'; break;
            case 'u': { char hex[5] = {p[1], p[2], p[3], p[4]}; *o++ = (char)strtol(hex, NULL, 16); p += 4; break; }
            default: *o++ = *p;
            }
        else
            *o++ = *p;
    p++;
    *o = 0;
    return s;
}
static struct value parse(void) {
    struct value v = {NUL};
    blank();
    if (*p == '"') { v.kind = STRING; v.string = string(); }
    else if (*p == '[' || *p == '{') {
        v.kind = *p == '[' ? ARRAY : OBJECT;
        v.items = NULL;
        v.keys = NULL;
        v.count = 0;
        for (p++, blank(); *p != ']' && *p != '}'; blank()) {
            v.items = realloc(v.items, (v.count + 1) * sizeof *v.items);
            v.keys = realloc(v.keys, (v.count + 1) * sizeof *v.keys);
            v.keys[v.count] = NULL;
            if (v.kind == OBJECT) { v.keys[v.count] = string(); blank(); p++; }
            v.items[v.count] = parse();
            v.count++;
            blank();
            if (*p == ',') { p++; blank(); }
        }
        p++;
    } else if (strncmp(p, "true", 4) == 0) { v.kind = BOOL; v.boolean = 1; p += 4; }
    else if (strncmp(p, "false", 5) == 0) { v.kind = BOOL; v.boolean = 0; p += 5; }
    else if (strncmp(p, "null", 4) == 0) p += 4;
    else { char *end; v.kind = NUMBER; v.number = strtod(p, &end); p = end; }
    return v;
}
static void print(struct value v, int depth) {
    switch (v.kind) {
    case NUL: printf("null"); break;
    case BOOL: printf("%s", v.boolean ? "true" : "false"); break;
    case NUMBER: printf("%.15g", v.number); break;
    case STRING: printf("\"%s\"", v.string); break;
    case ARRAY: case OBJECT:
        putchar("[{"[v.kind == OBJECT]);
        for (int i = 0; i < v.count; i++) {
            printf("%s\n%*s", i ? "," : "", 2 * depth + 2, "");
            if (v.keys[i]) printf("\"%s\": ", v.keys[i]);
            print(v.items[i], depth + 1);
        }
        if (v.count) printf("\n%*s", 2 * depth, "");
        putchar("]}"[v.kind == OBJECT]);
    }
}
static void release(struct value v) {
    if (v.kind == STRING) free(v.string);
    if (v.kind < ARRAY) return;
    for (int i = 0; i < v.count; i++) { free(v.keys[i]); release(v.items[i]); }
    free(v.items);
    free(v.keys);
}

int main(void) {
    p = " {\"name\": \"thread\\u0021\", \"tags\": [1, -2.5e3, true, null, []], \"in\": {\"a\\tb\": {}, \"f\": false}} ";
    struct value v = parse();
    print(v, 0);
    printf("\n%d\n", v.count);
    release(v);
    return 0;
}
