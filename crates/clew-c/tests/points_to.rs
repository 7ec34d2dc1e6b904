//! Where the pointers of small programs may point to, and what their functions may write.

use clew_c::{Frontend, Options};
use clew_ir::effects::Site;
use clew_ir::points_to::{Entry, PointsTo};
use clew_ir::regions::RegionSet;
use clew_ir::{Callee, FunctionId, GlobalKind, Program, StatementKind, TerminatorKind, verify};

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file]).expect("C that compiles");
    let program = frontend.finish().expect("a program that links");
    assert_eq!(verify::verify(&program), Ok(()));
    program
}

/// A program and what is known of it.
struct Known<'p> {
    program: &'p Program,
    facts: PointsTo<'p>,
}

impl<'p> Known<'p> {
    /// As a unit test of `f` sees it.
    fn unit(program: &'p Program) -> Self {
        let entry = Entry::Unit(program.function("f").expect("a function f"));
        Self { program, facts: PointsTo::new(program, entry) }
    }

    /// As it runs from `main`.
    fn whole(program: &'p Program) -> Self {
        let entry = Entry::Program(program.function("main").expect("a function main"));
        Self { program, facts: PointsTo::new(program, entry) }
    }

    fn function(&self, name: &str) -> FunctionId {
        let mut functions = self.program.functions.iter_enumerated();
        let found = functions.find(|(_, function)| function.name == name);
        found.unwrap_or_else(|| panic!("a function {name}")).0
    }

    /// The names of regions, sorted; string literals are one.
    fn names(&self, set: &RegionSet) -> String {
        let regions = self.facts.regions();
        let name = |id| match regions.get(id) {
            clew_ir::regions::Region::Global(global)
                if self.program.globals[global].kind == GlobalKind::StringLiteral =>
            {
                "literal".to_owned()
            }
            clew_ir::regions::Region::Allocation(function, _) => {
                format!("{}@heap", self.program.functions[function].name)
            }
            _ => regions.name(self.program, id),
        };
        let mut names: Vec<String> = set.iter().map(name).collect();
        names.sort();
        names.dedup();
        names.join(" ")
    }

    fn may_write(&self, name: &str) -> String {
        self.names(&self.facts.may_write(self.function(name)))
    }

    fn may_read(&self, name: &str) -> String {
        self.names(&self.facts.may_read(self.function(name)))
    }

    /// Where the value returned by a function may point to.
    fn returned(&self, name: &str) -> String {
        let id = self.function(name);
        let body = self.program.functions[id].body.as_ref().expect("a body");
        let mut found = RegionSet::new();
        for block in &body.blocks {
            if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
                found.union_with(&self.facts.points_to(id, value));
            }
        }
        self.names(&found)
    }

    /// The statements of a function that call another by name.
    fn calls(&self, caller: &str, callee: &str) -> Vec<Site> {
        let callee = self.function(callee);
        let body = self.program.functions[self.function(caller)].body.as_ref().expect("a body");
        let mut found = Vec::new();
        for (block, contents) in body.blocks.iter_enumerated() {
            for (statement, each) in contents.statements.iter().enumerate() {
                if let StatementKind::Call { callee: Callee::Direct(it), .. } = &each.kind
                    && *it == callee
                {
                    found.push(Site { block, statement });
                }
            }
        }
        assert!(!found.is_empty(), "{caller} should call {}", self.program.functions[callee].name);
        found
    }

    /// What the calls of one function in another may write.
    fn written_by_call(&self, caller: &str, callee: &str) -> String {
        let id = self.function(caller);
        let mut found = RegionSet::new();
        for site in self.calls(caller, callee) {
            found.union_with(&self.facts.written_by(id, site));
        }
        self.names(&found)
    }

    fn escapes(&self, function: &str, local: &str) -> bool {
        let id = self.function(function);
        let locals = &self.program.functions[id].locals;
        let found = locals.iter_enumerated().find(|(_, it)| it.name == local);
        self.facts.escapes(id, found.expect("a local").0)
    }
}

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
         static void strange(void) { __asm__(\"nop\"); }
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
