//! 32-bit C: `--target ilp32`. What is expected was printed by `gcc -m32`; where that is installed, it
//! is asked again.

use crate::common::{clew, clew_json};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// How compilers are told.
const FLAGS: [&str; 4] = ["-m32", "-msse2", "-mfpmath=sse", "-w"];

/// Layout, promotions, variable arguments, text, pointers as numbers, and memory.
const PROGRAM: &str = r#"
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
struct mixed { char c; double d; long long l; long double x; void *p; };
struct bits { long long a:40; int b:5; char c; unsigned long long d:33; };
#pragma pack(push, 2)
struct tight { char c; long long l; short s; double *p; };
#pragma pack(pop)
struct node { struct node *next; long v; };
enum wide { SMALL = -1, LARGE = 0x100000000 };
static int values[4] = {1, 2, 3, 4}, *middle = values + 2;
static _Complex long double both = 0.5L + 0.25Li;
static double sum(int n, ...) {
    va_list list, again;
    double total = 0;
    va_start(list, n);
    va_copy(again, list);
    while (n--)
        total += va_arg(list, int);
    total += va_arg(list, double) + va_arg(list, long long) + (double)va_arg(list, long double);
    total += 1000 * va_arg(again, int);
    va_end(again);
    va_end(list);
    return total;
}
static int text(char *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsprintf(to, format, list);
    va_end(list);
    return length;
}
int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(size_t), sizeof(long double));
    printf("%zu %zu %zu %zu\n", sizeof(struct mixed), sizeof(struct bits), sizeof(struct tight), sizeof(enum wide));
    printf("%zu %zu %zu\n", offsetof(struct mixed, d), offsetof(struct mixed, x), offsetof(struct mixed, p));
    printf("%d %d %d\n", (int)__alignof__(double), (int)_Alignof(double), (int)_Alignof(struct mixed));
    printf("%d\n", _Generic(sizeof(int), unsigned: 1, unsigned long: 2) + 10 * _Generic((char *)0 - (char *)0, int: 1, long: 2));
    printf("%d %d %d\n", -1L < 1U, (int)(4294967295UL + 1 == 0), 2147483648 > 0);
    printf("%ld %lu %lld %zd %td %jd %p\n", -5L, 4000000000UL, 1LL << 40, (size_t)7, (ptrdiff_t)-3, (intmax_t)1 << 50, (void *)0x1234);
    printf("%g\n", sum(3, 1, 2, 3, 2.5, 1LL << 33, 0.5L));
    char buffer[64];
    printf("%d ", text(buffer, "%s|%5ld|%-6.2f|%llx", "ab", 77L, 3.14159, 0x123456789abLL));
    puts(buffer);
    long narrow;
    long long wide;
    double real;
    int count = sscanf("123456789012 99999999999 2.5", "%ld %lld %lf", &narrow, &wide, &real);
    printf("%d %ld %lld %g\n", count, narrow, wide, real);
    printf("%ld %lu %lld %" PRIdMAX "\n", strtol("99999999999", NULL, 10), strtoul("-1", NULL, 10), strtoll("-99999999999", NULL, 10), strtoimax("5", NULL, 0));
    int array[10] = {7, 0, 0, 0, 0, 0, 0, 0, 0, 9};
    int *last = array + 9;
    unsigned back = (unsigned)-9;
    printf("%d %d %d\n", last[back], (int)(last - array), *(int *)((uintptr_t)last - 36));
    printf("%d %d\n", *middle, *(int *)((char *)middle + (size_t)-8));
    struct node *head = NULL;
    for (int k = 0; k < 2000; k++) {
        struct node *node = malloc(sizeof *node);
        *node = (struct node){head, k};
        head = node;
    }
    long total = 0;
    while (head) {
        struct node *next = head->next;
        total += head->v;
        free(head);
        head = next;
    }
    printf("%ld\n", total);
    int **all = calloc(3, sizeof *all), *copy;
    all[1] = array;
    memcpy(&copy, &all[1], sizeof copy);
    printf("%d %d\n", copy[9], malloc((size_t)-1) == NULL);
    time_t late = 1700000000;
    struct tm parts = *gmtime(&late);
    printf("%d-%d %ld\n", parts.tm_year + 1900, parts.tm_mon + 1, (long)timegm(&parts));
    printf("%Lg %Lg\n", __real__ both * 3, __imag__ both);
    return 3;
}
"#;

const PRINTED: &str = "\
4 4 4 12
36 12 16 8
4 20 32
8 4 4
11
0 1 1
-5 4000000000 1099511627776 7 -3 1125899906842624 0x1234
8.58994e+09
27 ab|   77|3.14  |123456789ab
3 2147483647 99999999999 2.5
2147483647 4294967295 -99999999999 5
7 9 7
3 1
1999000
9 1
2023-11 1700000000
1.5 0.25
";

/// Lists, arrays with lengths, numbers, objects at computed addresses, unions, callbacks.
const UNITS: &str = r#"
#include <stddef.h>
#include <string.h>
struct node { struct node *next; long key; short tag; };
struct node *find(struct node *list, long key) {
    for (struct node *p = list; p; p = p->next) {
        if (p->key == key)
            return p;
        if (p->tag < 0)
            return NULL;
    }
    return NULL;
}
int range(long v) {
    if (v > 2000000000L)
        return 1;
    return v < -2000000000L ? 2 : 0;
}
int product(unsigned a, unsigned b) {
    unsigned long long all = (unsigned long long)a * b;
    return all >> 32 == 0x1234;
}
int parse(const char *s, size_t n) {
    if (n < 3)
        return -1;
    if (memcmp(s, "abc", 3) == 0)
        return 1;
    return s[2] == '=';
}
int table[10];
int pick(int i) {
    if (i < 0 || i >= 10)
        return -1;
    int *p = table + i;
    if (*p == 77)
        return 2;
    *p = i;
    return 1;
}
typedef int (*operation)(int);
int apply(operation f, int x) {
    if (!f)
        return 0;
    return f(x) > 10 ? 1 : 2;
}
union either { char *s; long n; };
int either(union either *p, int is_text) {
    if (!p)
        return 0;
    if (is_text)
        return p->s && p->s[0] == 'q';
    return p->n == 123456;
}
"#;

/// Whether programs can be compiled and run that pointers of 32 bits are for.
fn has_compiler(folder: &Path) -> bool {
    std::fs::write(folder.join("try.c"), "#include <stdio.h>\nint main(void) { return 0; }\n")
        .expect("a file");
    let mut gcc = Command::new("gcc");
    let gcc = gcc.args(FLAGS).args(["try.c", "-o", "try"]).current_dir(folder).output();
    let is_there = gcc.is_ok_and(|it| it.status.success())
        && Command::new(folder.join("try")).status().is_ok_and(|it| it.success());
    if !is_there {
        #[expect(clippy::print_stderr, reason = "what is not tested is told")]
        {
            eprintln!("NOT TESTED against gcc -m32, which is not installed (package gcc-multilib)");
        }
    }
    is_there
}

#[test]
fn programs_run_as_gcc_compiles_them() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("code.c"), PROGRAM).expect("a file");
    for how in [["--target", "ilp32"], ["--cflags", "-m32"]] {
        let run =
            clew().args(["run", "code.c"]).args(how).current_dir(&folder).output().expect("a run");
        let shown = String::from_utf8_lossy(&run.stdout);
        assert_eq!(shown, PRINTED, "{how:?}: {}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(run.status.code(), Some(3));
    }
    if has_compiler(folder.path()) {
        let mut gcc = Command::new("gcc");
        gcc.args(FLAGS).args(["code.c", "-o", "code"]).current_dir(&folder);
        assert!(gcc.status().expect("gcc").success());
        let native = Command::new(folder.path().join("code")).output().expect("a run");
        assert_eq!(String::from_utf8_lossy(&native.stdout), PRINTED);
    }
}

fn generate(folder: &Path, code: &str) -> Value {
    std::fs::write(folder.join("code.c"), code).expect("a file");
    clew_json(folder, &["gen", "code.c", "--target", "ilp32", "-o", "out", "-b", "10s"])
}

#[test]
fn tests_pass_as_32_bit_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    if !has_compiler(folder.path()) {
        return;
    }
    let result = generate(folder.path(), UNITS);
    for unit in result["units"].as_array().expect("units") {
        let branch = &unit["criteria"][0];
        assert_eq!(branch["covered"], branch["total"], "{}", unit["function"]);
        assert_eq!(unit["verified"]["agree"], unit["verified"]["tests"], "{}", unit["function"]);
    }
    let make = Command::new("make").args(["-s", "-C", "out"]).current_dir(&folder).output();
    let make = make.expect("make");
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stdout));
    let check = clew().args(["check", "out"]).current_dir(&folder).output().expect("a check");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}

#[test]
fn what_only_a_proof_can_tell_stays_open_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let result =
        generate(folder.path(), "int f(unsigned char c) { if (c > 300) return 1; return 0; }\n");
    let unit = &result["units"][0];
    assert_eq!(unit["criteria"][0]["infeasible"], 0);
    let objectives = unit["objectives"].as_array().expect("objectives");
    let never = objectives.iter().find(|it| it["text"] == "c > 300 is true").expect("an objective");
    assert_eq!(never["status"], "open");
    let why = never["why_open"].as_str().expect("a reason");
    assert!(why.contains("proofs speak of 64-bit C only"), "{why}");
    let mut explain = clew();
    explain.args(["explain", "code.c", "-f", "f", "1", "--target", "ilp32"]);
    let explain = explain.current_dir(&folder).output().expect("a run");
    assert_eq!(explain.status.code(), Some(2));
    let said = String::from_utf8_lossy(&explain.stderr);
    assert!(said.contains("64-bit C only"), "{said}");
}
