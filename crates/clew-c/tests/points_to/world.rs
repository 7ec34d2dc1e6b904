//! What the world outside can reach.

use super::{Known, load};

#[test]
fn a_parameter_points_outside_and_to_what_is_visible() {
    let program = load(
        "int visible; static int hidden; static int given;
         int *shown = &given;
         int f(int *p) { int local = 1; *p = 2; hidden = 3; return local; }",
    );
    let known = Known::unit(&program);
    let id = known.function("f");
    let body = program.functions[id].body.as_ref().expect("a body");
    let stores = body.blocks.iter().flat_map(|block| &block.statements);
    let through = stores
        .filter_map(|it| it.kind.written_place())
        .find(|place| matches!(place.base, clew_ir::PlaceBase::Deref(_)));
    let regions = known.facts.regions_of(id, through.expect("a store through p"));
    assert_eq!(known.names(&regions), "external given library shown visible");
    assert_eq!(known.may_write("f"), "external given hidden library shown visible");
}

#[test]
fn locals_are_safe_from_the_world_until_it_knows_them() {
    let program = load(
        "void unknown(void); void keep(int *p);
         static int hidden;
         int f(void) {
             int mine = 1, told = 2, *alias = &mine;
             unknown();
             keep(&told);
             unknown();
             return *alias + told + hidden;
         }",
    );
    let known = Known::unit(&program);
    assert_eq!(known.written_by_call("f", "unknown"), "external f::told library");
    assert!(known.escapes("f", "told"));
    assert!(!known.escapes("f", "mine"));
}

#[test]
fn the_world_calls_back_what_it_knows() {
    let program = load(
        "void listen(void (*handler)(int *)); void unknown(void);
         static int count, other;
         static void handler(int *p) { count++; *p = 1; }
         static void never_told(void) { other++; }
         int f(void) { listen(handler); unknown(); never_told(); return count; }",
    );
    let known = Known::unit(&program);
    assert_eq!(known.written_by_call("f", "unknown"), "count external library");
    assert_eq!(known.written_by_call("f", "never_told"), "other");
}

#[test]
fn what_earlier_calls_left_is_still_there() {
    // The world may have called `remember` before: the pointer kept may be to `secret`, which it
    // does not know itself.
    let program = load(
        "static int secret, quiet; static int *kept;
         void remember(void) { kept = &secret; }
         void leak(int **to) { *to = &quiet; }
         int f(int *p) { *kept = 1; *p = 2; return 0; }",
    );
    let known = Known::unit(&program);
    assert_eq!(known.may_write("f"), "external library quiet secret");
    let program = load(
        "static int buffer[4]; void unknown(void);
         static void fill(int *to) { to[0] = 1; }
         int f(void) { fill(buffer); unknown(); return buffer[0]; }",
    );
    let known = Known::unit(&program);
    assert_eq!(known.written_by_call("f", "unknown"), "external library");
}

#[test]
fn addresses_of_locals_that_leave() {
    let program = load(
        "static int *kept;
         static void fill(int *p) { *p = 1; }
         static void keep(int *p) { kept = p; }
         static int *give(int *p) { return p; }
         static void back(int **out) { int inner = 1; *out = &inner; }
         struct context { int *p; };
         static void wrap(int *p) { struct context c; struct context *at = &c; at->p = p; fill(at->p); }
         int f(void) {
             int filled = 0, stored = 0, given = 0, wrapped = 0; int *out;
             fill(&filled); keep(&stored); wrap(&wrapped); back(&out);
             return *give(&given);
         }",
    );
    let known = Known::unit(&program);
    assert!(!known.escapes("f", "filled"));
    assert!(known.escapes("f", "stored"));
    assert!(!known.escapes("f", "given"), "it comes back");
    assert!(!known.escapes("f", "wrapped"), "what holds it is gone first");
    assert!(known.escapes("back", "inner"));
    assert!(!known.escapes("f", "out"));
}

#[test]
fn code_that_is_not_understood_may_do_anything() {
    let program = load(
        "static int hidden, *other;
         static void strange(void) { __asm__ goto(\"nop\" :::: out); out:; }
         int f(void) { hidden = 1; strange(); return hidden; }",
    );
    let known = Known::unit(&program);
    assert_eq!(known.written_by_call("f", "strange"), "external hidden library other");
}

#[test]
fn constants_keep_what_they_hold() {
    let program = load(
        "static int a; void unknown(void);
         int *const table[] = { &a };
         const char *const names[] = { \"x\" };
         int f(int i) { unknown(); *table[i] = names[i][0]; return 0; }",
    );
    let known = Known::unit(&program);
    assert_eq!(known.written_by_call("f", "unknown"), "a external library");
    assert_eq!(known.may_read("f"), "a external library literal names table");
}

#[test]
fn places_alias_by_bytes() {
    let program = load(
        "struct s { int a; int b; int list[4]; };
         static struct s one, two;
         int f(struct s *p, int i) {
             one.a = 1; one.b = 2; one.list[i] = 3; two.a = 4; p->a = 5;
             return 0;
         }",
    );
    let known = Known::unit(&program);
    let id = known.function("f");
    let body = program.functions[id].body.as_ref().expect("a body");
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let places: Vec<_> = statements
        .filter_map(|it| it.kind.written_place())
        .filter(|place| place.as_local().is_none())
        .collect();
    let [a, b, element, other, outside] = places[..] else { panic!("five stores") };
    let alias = |x, y| known.facts.may_alias(id, x, y);
    assert!(alias(a, a) && alias(element, element));
    assert!(!alias(a, b) && !alias(b, element) && !alias(a, other));
    assert!(!alias(a, outside), "nobody outside knows it");
    assert!(alias(outside, outside));
}
