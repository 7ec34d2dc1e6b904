//! What library functions do with pointers.

use super::{Known, load};

#[test]
fn copied_bytes_are_pointers_still() {
    let program = load(
        "#include <string.h>
         #include <stdlib.h>
         struct pair { int *first; int *second; };
         static int a, b; static struct pair from; static struct pair to;
         static int *first(void) { return to.first; }
         static int *second(void) { return to.second; }
         static int *any(struct pair *p, int i) { return ((int **)p)[i]; }
         int main(void) {
             struct pair *again = malloc(sizeof *again);
             from.first = &a; from.second = &b;
             memcpy(&to, &from, sizeof to);
             memmove(again, &to, sizeof to);
             again = realloc(again, 64);
             return *first() + *second() + *any(again, 1);
         }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.returned("first"), "a");
    assert_eq!(known.returned("second"), "b");
    assert_eq!(known.returned("any"), "a b");
}

#[test]
fn library_functions_write_what_they_are_given() {
    let program = load(
        "#include <string.h>
         #include <stdlib.h>
         #include <stdio.h>
         static char text[8], other[8]; static char *end;
         static void copy(const char *from) { memcpy(text, from, 4); }
         static long number(void) { return strtol(text, &end, 10); }
         static void print(int n) { printf(\"%d\\n\", n); }
         static void count(int *n) { printf(\"%d%n\\n\", 1, n); }
         int f(char *p) {
             int n = 0;
             copy(other); print((int)strlen(p)); count(&n);
             return (int)number() + *end;
         }",
    );
    let known = Known::unit(&program);
    assert_eq!(known.may_write("copy"), "text");
    assert_eq!(known.may_read("copy"), "other");
    assert_eq!(known.may_write("number"), "end library");
    assert_eq!(known.may_write("print"), "library");
    assert_eq!(known.may_write("count"), "f::n library");
}

#[test]
fn objects_are_told_apart_by_where_they_are_made() {
    let program = load(
        "#include <stdlib.h>
         struct node { struct node *next; int value; };
         static struct node *list, *spare;
         static void push(void) {
             struct node *node = malloc(sizeof *node);
             node->next = list; list = node;
         }
         static void reserve(void) { spare = calloc(1, sizeof *spare); }
         static void grow(void) { list = realloc(list, 64); }
         int main(void) { push(); reserve(); grow(); list->value = 1; free(spare); return 0; }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.may_write("push"), "library list push@heap");
    assert_eq!(known.may_write("reserve"), "library reserve@heap spare");
    assert_eq!(known.written_by_call("main", "free"), "reserve@heap");
}

#[test]
fn sorting_calls_back_with_elements() {
    let program = load(
        "#include <stdlib.h>
         static int calls; static int *items[3]; static int a, b;
         static int compare(const void *x, const void *y) {
             calls++; **(int *const *)x = 1;
             return x < y;
         }
         int main(void) {
             items[0] = &a; items[1] = &b;
             qsort(items, 3, sizeof *items, compare);
             return 0;
         }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.may_write("compare"), "a b calls");
    assert_eq!(known.written_by_call("main", "qsort"), "a b calls items library");
}

#[test]
fn sorting_may_call_back_what_is_not_there() {
    let program = load(
        "#include <stdlib.h>
         int foreign(const void *x, const void *y);
         int visible; static int hidden; static int items[3];
         int main(void) { qsort(items, 3, sizeof *items, foreign); return hidden; }",
    );
    let known = Known::whole(&program);
    let expected = "external items library visible";
    assert_eq!(known.written_by_call("main", "qsort"), expected);
}
