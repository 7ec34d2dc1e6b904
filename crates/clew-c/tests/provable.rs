//! Of which functions proofs are attempted, and why of the others none is.

use crate::linking::link_with;
use clew_ir::{Cause, FunctionFacts, Reach};

/// The facts of `f`.
fn facts(cflags: &str, sources: &[&str]) -> FunctionFacts {
    let program = link_with(cflags, sources).unwrap_or_else(|error| panic!("{error}: {sources:?}"));
    let id = program.function("f").expect("a function f");
    program.functions[id].facts.clone()
}

/// Why nothing is proved of `f`.
fn causes(cflags: &str, sources: &[&str]) -> Vec<Cause> {
    facts(cflags, sources).unprovable.iter().map(|it| it.cause).collect()
}

#[track_caller]
fn refused(cause: Cause, bodies: &[&str]) {
    for body in bodies {
        let found = causes("-w", &[&format!("{COMMON}{body}")]);
        assert!(found.contains(&cause), "{found:?}: {body}");
    }
}

#[track_caller]
fn allowed(bodies: &[&str]) {
    for body in bodies {
        assert_eq!(causes("-w", &[&format!("{COMMON}{body}")]), [], "{body}");
    }
}

const COMMON: &str = "
    typedef unsigned long size_t;
    struct bits { unsigned b : 3; int i : 4; unsigned long w : 40; unsigned u : 32; enum { A, B } e : 2;
                  unsigned long n : 20; int plain; } s;
    struct device { int kind; volatile int value; };
    typedef volatile int register_t_; typedef struct { register_t_ v[2]; } bank;
    union mixed { char c; int i; };
    int takes(int), takes_long(unsigned long), prints(const char *, ...), old();
    void *malloc(size_t);
";

#[test]
fn bit_fields_stand_where_all_compilers_agree() {
    allowed(&[
        "int f(void) { return s.b + 1 > s.i - 1; }",
        "int f(void) { s.b = 3; s.w = 4; s.b++; --s.i; s.b += 2; s.w |= 1; s.i /= 2; return 0; }",
        "int f(void) { if (s.b) return !s.w; while (s.w && s.b) ; return s.w ? 1 : 2; }",
        "unsigned long f(void) { unsigned long x = s.w; x = s.w; takes(s.b); takes_long(s.w); return s.w; }",
        "int f(void) { return s.w == 5 || 7 < s.w || (unsigned long)s.w + 1 > 7; }",
        "int f(int v[]) { switch (s.b) { case 1: return v[0]; } return prints(\"\", s.b); }",
        "int f(void) { s.b = s.i = 1; for (s.b = 0; s.b < 3; s.b++) ; (void)(s.b = 1); return ((s.b)) - 1; }",
        "int f(void) { int v[] = {s.b, s.w}; double d = s.w; return d > 1 && s.e == B && s.n - 1 < 0 && s.u; }",
    ]);
    refused(
        Cause::BitField,
        &[
            "int f(void) { return s.b-- - 1 < 0; }",
            "int f(void) { return -s.b++ < 0; }",
            "int f(void) { return ~s.b--; }",
            "int f(void) { return ({ s.b; }) - 1; }",
            "int f(void) { return s.e-- - 1 < 0; }",
            "int f(void) { return (s.b = 1) - 2 < 0; }",
            "int f(void) { return (0, s.b) - 1 < 0; }",
            "int f(int c) { return (c ? s.b : s.b) - 1 < 0; }",
            "int f(void) { return (s.b ?: s.b) - 1 < 0; }",
            "int f(void) { return (__extension__ s.w) << 8; }",
            "int f(void) { return s.w + 1; }",
            "int f(void) { return s.w << 8 == 0; }",
            "int f(void) { return s.w > -1; }",
            "int f(void) { return -s.w; }",
            "int f(void) { switch (s.w) { case -1: return 1; } return 0; }",
            "int f(void) { return prints(\"\", s.w); }",
            "int f(void) { return old(s.w); }",
            "int f(void) { s.w <<= 3; return 0; }",
            "int f(void) { if (s.b += 2) return 1; return 0; }",
            "int f(void) { return sizeof(0, s.b); }",
        ],
    );
}

#[test]
fn types_that_code_asks_for() {
    allowed(&[
        "int f(int k) { __typeof__(k) m = k; __typeof__(int *) p = &m; return *p; }",
        "int f(struct bits *p) { __typeof__(p->plain) m = p->plain; return m; }",
        "int f(int n) { return _Generic(n, int: 1, long: 2, default: 3); }",
        "int f(char *p) { return _Generic(p, char *: 1, default: 3); }",
    ]);
    refused(
        Cause::AskedType,
        &[
            "int f(void) { __typeof__((0, s.b)) x = 0; return x - 1 < 0; }",
            "int f(void) { __typeof__(s.b + 0) x = 0; return x - 1 < 0; }",
            "int f(struct device d) { return _Generic(d, struct device: 1, default: 2); }",
        ],
    );
    for body in [
        "int f(void) { return _Generic((0, s.b), unsigned: 1, default: 2); }",
        "int f(void) { return _Generic(s.b++, unsigned: 1, default: 2); }",
        "int f(void) { return _Generic(s.b = 1, unsigned: 1, default: 2); }",
    ] {
        assert!(causes("-w", &[&format!("{COMMON}{body}")]).contains(&Cause::AskedType), "{body}");
    }
}

#[test]
fn records_whose_parts_change_are_not_copied() {
    allowed(&[
        "int f(struct device *d) { d->value = 1; return d->value + d->kind; }",
        "int f(bank *b) { return b->v[0] + b->v[1]; }",
        "int f(struct device *d) { struct device *e = d; return e == d; }",
    ]);
    refused(
        Cause::VolatileCopy,
        &[
            "int f(struct device *d) { struct device e = *d; return e.kind; }",
            "int f(bank *b) { bank c; c = *b; return c.v[0]; }",
            "int f(struct device d) { return d.kind; }",
            "struct device g(void); int f(void) { return g().kind; }",
            "int f(bank *b) { union { bank k; int i; } u; u.k = *b; return u.i; }",
            "int f(bank *b) { struct { bank k[2]; } u, v = u; return v.k[0].v[0]; }",
            "int f(volatile union mixed *p) { union mixed m = *p; return m.i; }",
            "struct a { _Atomic int v; }; int f(struct a *p) { struct a b = *p; return b.v; }",
        ],
    );
}

#[test]
fn unions_are_set_as_a_whole() {
    allowed(&["int f(void) { union mixed m = {.i = 1}; return m.c; }"]);
    refused(
        Cause::UnionRest,
        &[
            "int f(void) { union mixed m = {1}; return m.i; }",
            "int f(void) { struct { int k; union mixed m; } t[2] = {{1, {2}}}; return t[0].m.i; }",
            "int f(void) { static union mixed m = {1}; return m.i; }",
            "int f(char c) { return ((union mixed)c).i; }",
        ],
    );
}

#[test]
fn builtins_and_text_of_compilers() {
    allowed(&[
        "int f(unsigned n) { return __builtin_expect(n > 3, 0) ? __builtin_clz(n) : __builtin_constant_p(3); }",
        "int f(int a, int b) { int c; return __builtin_add_overflow(a, b, &c) ? 0 : c; }",
        "int f(double d) { return __builtin_isnan(d) || d == __builtin_inf() || d == __builtin_nan(\"\"); }",
        "int f(int *p) { return __sync_fetch_and_add(p, 1) + __atomic_load_n(p, 5); }",
        "int f(void) { return __func__[0]; }",
        "#include <assert.h>\nint f(int n) { assert(n > 1 && n != s.b); return n; }",
        "#include <stddef.h>\nint f(void) { return offsetof(struct bits, plain); }",
    ]);
    refused(
        Cause::Builtin,
        &[
            "int f(int n) { return __builtin_constant_p(n); }",
            "int f(void) { return __builtin_constant_p((3, 4)); }",
            "int f(void) { return __builtin_object_size((int[]){1, 2}, 0); }",
            "int f(void) { char c[4]; return __builtin_object_size(c, 0); }",
            "int f(void) { return __builtin_classify_type('a'); }",
            "int f(double d) { return __builtin_isnan(__builtin_nan(\"1\")); }",
            "int f(void) { return __builtin_types_compatible_p(_Atomic int, int); }",
            "#define SAME(a, b) __builtin_types_compatible_p(a, b)\nint f(void) { return SAME(int, long); }",
        ],
    );
    refused(
        Cause::CompilerText,
        &[
            "int f(void) { return sizeof __PRETTY_FUNCTION__; }",
            "int f(void) { return prints(__PRETTY_FUNCTION__); }",
        ],
    );
    refused(Cause::LargeNumber, &["int f(long n) { return n > -9223372036854775808; }"]);
    refused(Cause::Construct, &["int f(int n) { return __builtin_choose_expr(1, n, 0); }"]);
}

#[test]
fn types_that_compilers_treat_alike() {
    allowed(&["__int128 f(long double x, _Bool b) { return x > 1 && b; }"]);
    refused(
        Cause::Type,
        &[
            "typedef int v4 __attribute__((vector_size(16))); int f(v4 v) { return v[0]; }",
            "typedef int v4 __attribute__((vector_size(16))); struct v { v4 x; };\n\
             int f(struct v *v) { return sizeof *v; }",
            "int f(double _Complex z) { return z == 1; }",
            "int f(int __attribute__((address_space(256))) *p) { return *p; }",
            "int f(int (__attribute__((ms_abi)) *g)(int)) { return g(1); }",
        ],
    );
}

#[test]
fn assembly_that_only_ties_operands() {
    allowed(&[
        "int f(int n) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"\" : \"+r\"(n)); return n; }",
        "int f(int n) { int m; __asm__(\"\" : \"=r\"(m) : \"0\"(n)); return m; }",
    ]);
    refused(
        Cause::Assembly,
        &[
            "int f(int n) { int *p; __asm__(\"leaq %1, %0\" : \"=r\"(p) : \"m\"(n)); return *p; }",
            "int f(int n) { __asm__(\"incl %0\" : \"+r\"(n)); return n; }",
            "int f(int n) { __asm__(\"\" : \"+m\"(n)); return n; }",
            "int f(void) { register int n __asm__(\"eax\"); return n; }",
            "__asm__(\".globl x\"); int f(void) { return 1; }",
        ],
    );
}

#[test]
fn attributes_and_pragmas_on_lists() {
    allowed(&[
        "__attribute__((noinline, cold, unused, format(printf, 1, 2))) int f(const char *t, ...) { return !t; }",
        "__attribute__((pure)) static int g(int n) { return n; } int f(int n) { return g(n); }",
        "#pragma pack(push, 1)\nstruct p { char c; int i; };\n#pragma pack(pop)\nint f(struct p *p) { return p->i; }",
        "#pragma omp parallel\nint f(void) { return 1; }",
        "#pragma STDC FP_CONTRACT ON\nint f(void) { return 1; }",
        "#define HIDDEN(x) __attribute__((x))\nHIDDEN(unused) int f(void) { return 1; }",
    ]);
    refused(
        Cause::Attribute,
        &[
            "__attribute__((optimize(\"O3\"))) int f(void) { return 1; }",
            "struct __attribute__((scalar_storage_order(\"big-endian\"))) b { int x; };\n\
             int f(struct b *b) { return b->x; }",
            "#define PLACE(x) __attribute__((x))\nPLACE(simd) int f(void) { return 1; }",
            "int f(void) { int x __attribute__((something_new)) = 1; return x; }",
            "__attribute__((target(\"fma\"))) int f(double x) { return x > 1; }",
        ],
    );
    refused(
        Cause::Pragma,
        &[
            "#pragma something new\nint f(void) { return 1; }",
            "int f(double x) {\n_Pragma(\"STDC FENV_ACCESS ON\")\nreturn x > 1; }",
        ],
    );
    let other = "int g(void) {\n#pragma GCC ivdep\nreturn 1; }\nint f(void) { return 1; }";
    assert_eq!(causes("", &[other]), [], "another function has it");
}

#[test]
fn flags_on_lists() {
    let source = "int f(double x) { return x > 1; }";
    assert_eq!(causes("-O2 -Wall -fno-strict-aliasing -fPIC -std=c11", &[source]), []);
    for flag in ["-finstrument-functions", "-fno-signed-zeros", "-march=native"] {
        assert_eq!(causes(flag, &[source]), [Cause::Flag], "{flag}");
    }
    assert_eq!(causes("-march=native", &["int f(int x) { return x > 1; }"]), []);
    let found = facts("-mfma", &[source]).unprovable;
    assert_eq!(found[0].to_string(), format!("{} (`-mfma`)", Cause::Flag));
}

/// How far calls of `f` are followed.
fn reach(cflags: &str, sources: &[&str]) -> Option<(Cause, Reach)> {
    let found = facts(cflags, sources).unprovable;
    found.first().map(|it| (it.cause, it.reach))
}

#[test]
fn calls_that_may_run_other_code() {
    let inline = "inline int f(void) { return 3; } int g(void) { return f(); }";
    let other = "int f(void) { return 4; }";
    for order in [[inline, other], [other, inline]] {
        assert_eq!(reach("", &order), Some((Cause::Definitions, Reach::Everything)));
    }
    assert_eq!(reach("", &[inline]), None);
    let weak = "__attribute__((weak)) int f(void) { return 3; }";
    assert_eq!(reach("", &[weak, other]), None);
    let promised = "__attribute__((pure)) int f(int x) { static int n; return n++ + x; }";
    assert_eq!(reach("", &[promised]), Some((Cause::Attribute, Reach::Calls)));
}

/// Whether calls of a function of this name, which the program declares by itself, are the program's own.
fn is_own(cflags: &str, name: &str, declaration: &str) -> bool {
    let program = link_with(cflags, &[declaration]).expect("a program");
    let id = program.function(name).expect("the function");
    program.functions[id].facts.is_opaque()
}

#[test]
fn names_that_the_edition_does_not_reserve() {
    let from_header = "#include <stdlib.h>\nint f(int x) { return abs(x) > 1; }";
    assert!(!is_own("-std=c90", "abs", from_header));
    let label = "void clew_label(int); int f(int x) { clew_label(x); return 1; }";
    assert!(is_own("", "clew_label", label));
    let defined = "int n; int ffs(int x) { return n++; }";
    assert!(is_own("", "ffs", defined) && !is_own("-ffreestanding", "ffs", defined));
}

#[test]
fn the_documentation_has_the_rows() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/soundness.md");
    let text = std::fs::read_to_string(&path).expect("docs/soundness.md");
    let (begin, end) = ("<!-- what is proved -->\n", "<!-- end of what is proved -->\n");
    let (before, rest) = text.split_once(begin).expect("where the rows begin");
    let (rows, after) = rest.split_once(end).expect("where the rows end");
    if rows == clew_c::provable_rows() {
        return;
    }
    assert!(std::env::var_os("BLESS").is_some(), "docs/soundness.md: BLESS=1 writes the rows");
    let text = format!("{before}{begin}{}{end}{after}", clew_c::provable_rows());
    std::fs::write(&path, text).expect("docs/soundness.md");
}

#[test]
fn jumps_stand_in_the_bodies_of_loops() {
    allowed(&[
        "int f(int k) { while (k) { if (k == 3) break; if (k == 4) continue; k--; } return k; }",
        "int f(int k) { do { if (k > 3) continue; break; } while (k); for (;;) break; return k; }",
        "int f(int k) { for (; k; k--) switch (k) { case 1: continue; case 2: break; } return k; }",
    ]);
    refused(
        Cause::Construct,
        &[
            "int f(int k) { while (k) { while (({ if (k > 3) break; k; })) k--; break; } return k; }",
            "int f(int k) { for (; k; k--) for (; k; ({ if (k > 3) continue; k--; })) ; return k; }",
        ],
    );
}
