//! How pointers flow through a program.

use super::{Known, load};

#[test]
fn pointers_through_calls_and_memory() {
    let program = load(
        "static int a, b, c;
         static int *p, **pp = &p;
         static void set(int **to, int *value) { *to = value; }
         static int *get(void) { return *pp; }
         int main(void) { set(&p, &a); set(pp, &b); *get() = 1; c = 2; return 0; }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.returned("get"), "a b");
    assert_eq!(known.may_write("set"), "p");
    assert_eq!(known.may_write("main"), "a b c p");
    assert_eq!(known.may_read("get"), "p pp");
}

#[test]
fn members_are_told_apart() {
    let program = load(
        "struct pair { int *first; int *second; };
         static int a, b;
         static struct pair pair, copy, *heap;
         void *malloc(unsigned long);
         int *first(void) { return copy.first; }
         int *second(void) { return heap->second; }
         int main(void) {
             pair.first = &a; pair.second = &b; copy = pair;
             heap = malloc(sizeof *heap); *heap = copy;
             return *first() + *second();
         }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.returned("first"), "a");
    assert_eq!(known.returned("second"), "b");
}

#[test]
fn unions_arrays_and_arithmetic_collapse() {
    let program = load(
        "union u { int *p; unsigned long n; };
         static int a, b, c;
         static int *table[4];
         int *by_union(void) { union u u; u.p = &a; union u v; v.n = u.n; return v.p; }
         int *by_index(int i) { table[0] = &a; table[i] = &b; return table[1]; }
         int *by_any_index(int i) { return table[i]; }
         int *by_bits(void) {
             unsigned long tagged = (unsigned long)&c | 1;
             return (int *)(tagged & ~1ul);
         }
         int *by_bytes(void) {
             int *from = &b, *to;
             for (unsigned i = 0; i < sizeof to; i++) ((char *)&to)[i] = ((char *)&from)[i];
             return to;
         }
         int main(void) { return *by_union() + *by_index(2) + *by_any_index(1) + *by_bits() + *by_bytes(); }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.returned("by_union"), "a");
    assert_eq!(known.returned("by_index"), "b");
    assert_eq!(known.returned("by_any_index"), "a b");
    assert_eq!(known.returned("by_bits"), "c");
    assert_eq!(known.returned("by_bytes"), "b");
}

#[test]
fn container_of_leads_back_to_the_whole() {
    let program = load(
        "struct link { struct link *next; };
         struct item { int value; int *data; struct link link; };
         static int a, b;
         static struct item item, other;
         static struct link *head;
         static struct item *item_of(struct link *link) {
             return (struct item *)((char *)link - __builtin_offsetof(struct item, link));
         }
         int *data(void) { return item_of(head)->data; }
         int main(void) {
             item.data = &a; other.data = &b; head = &item.link;
             *data() = 1; item_of(head)->value = 2;
             return 0;
         }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.returned("data"), "a");
    assert_eq!(known.may_write("main"), "a head item other");
}

#[test]
fn calls_by_address_reach_what_was_stored() {
    let program = load(
        "static int a, b, c;
         static void set_a(void) { a = 1; }
         static void set_b(void) { b = 1; }
         static void set_c(void) { c = 1; }
         struct ops { void (*one)(void); void (*two)(void); };
         static const struct ops ops = { set_a, set_b };
         static void (*later)(void);
         static void run_one(void) { ops.one(); }
         static void run(const struct ops *it) { it->two(); }
         int main(void) { later = set_c; run_one(); run(&ops); return 0; }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.may_write("run_one"), "a");
    assert_eq!(known.may_write("run"), "b");
    assert_eq!(known.may_write("main"), "a b later");
}

#[test]
fn varargs_and_lists_of_them() {
    let program = load(
        "#include <stdarg.h>
         static int a, b;
         static int *next(va_list list) { return va_arg(list, int *); }
         static int *pick(int n, ...) {
             va_list list, again;
             va_start(list, n); va_copy(again, list);
             int *found = next(again);
             va_end(list);
             return found;
         }
         int main(void) { *pick(1, &a, &b) = 1; return 0; }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.returned("pick"), "a b");
}

#[test]
fn records_travel_by_value() {
    let program = load(
        "struct holder { long tag; int *p; };
         static int a, b;
         static struct holder make(int *p) { struct holder h = { 1, p }; return h; }
         static int *open(struct holder h) { return h.p; }
         int main(void) { int *q = &b; *open(make(&a)) = *q; return 0; }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.returned("open"), "a");
    assert_eq!(known.may_write("main"), "a");
}

#[test]
fn a_jump_buffer_and_labels_hold_no_objects() {
    let program = load(
        "#include <setjmp.h>
         static jmp_buf out; static int a, b;
         static void leave(void) { b = 1; longjmp(out, 1); }
         int main(int argc, char **argv) {
             static const void *labels[] = { &&one, &&two };
             if (setjmp(out)) { a = 1; return 0; }
             goto *labels[argc & 1];
         one: leave();
         two: return 1;
         }",
    );
    let known = Known::whole(&program);
    assert_eq!(known.may_write("leave"), "b");
    assert_eq!(known.may_write("main"), "a b out");
}
