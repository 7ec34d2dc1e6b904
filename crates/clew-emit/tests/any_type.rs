//! Suites for functions of every shape compile without a warning.

use crate::common::{self, Project, emit};
use clew_emit::Framework;
use clew_ir::{ArrayLength, FunctionId, GlobalKind, Linkage, Program, Type, TypeId};
use clew_symbolic::{InputObject, Target, Value};
use std::process::Command;

/// Values of any type, different from one another.
struct Values<'a> {
    program: &'a Program,
    objects: Vec<InputObject>,
    next: u128,
    /// The longest array that is written down.
    longest: u64,
}

impl Values<'_> {
    fn value(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        let types = &self.program.types;
        self.next += 1;
        Some(match types.get(ty) {
            Type::Void | Type::Function(_) | Type::Opaque { .. } => return None,
            Type::Bool => Value::Scalar(self.next & 1),
            Type::Int(kind) => Value::Scalar(
                (self.next.wrapping_neg()) & (u128::MAX >> (128 - kind.bits(types.data_model()))),
            ),
            Type::Enum(_) => Value::Scalar(self.next & 3),
            Type::Float(_) => Value::Scalar(0),
            Type::Pointer(target) => Value::Pointer(self.target(*target, depth)),
            Type::Array { element, length: ArrayLength::Fixed(length) } => {
                let (element, length) = (*element, *length);
                if length > self.longest {
                    return None;
                }
                let elements = (0..length).map(|_| self.value(element, depth));
                Value::Array(elements.collect::<Option<_>>()?)
            }
            Type::Array { .. } => Value::Array(Vec::new()),
            Type::Record(id) => {
                let record = &types.records[*id];
                if !record.is_complete {
                    return None;
                }
                if record.kind == clew_ir::RecordKind::Union {
                    return Some(Value::Bytes(vec![3; record.size as usize]));
                }
                let fields = record.fields.iter().map(|field| self.value(field.ty, depth));
                Value::Record(fields.collect::<Option<_>>()?)
            }
        })
    }

    fn target(&mut self, pointee: TypeId, depth: u32) -> Target {
        if depth == 0 {
            return Target::Null;
        }
        if matches!(self.program.types.get(pointee), Type::Function(_)) {
            let fitting = self.program.functions.iter_enumerated().find(|(_, function)| {
                function.ty == pointee && function.body.is_ok() && !function.is_system
            });
            return fitting.map_or(Target::Null, |(id, _)| Target::Function(id));
        }
        let length = 1 + self.next as usize % 3;
        let values = |this: &mut Self| {
            (0..length).map(|_| this.value(pointee, depth - 1)).collect::<Option<Vec<_>>>()
        };
        let (Some(before), Some(after)) = (values(self), values(self)) else { return Target::Null };
        let name = format!("object->{}", self.objects.len());
        self.objects.push(InputObject { name, element: pointee, before, after, is_on_heap: false });
        Target::Object(self.objects.len() - 1, 0)
    }
}

/// Emits a suite for a function with made-up values, and compiles it.
fn check(project: &Project, id: FunctionId) {
    let program = &project.program;
    let function = &program.functions[id];
    let mut values = Values { program, objects: Vec::new(), next: 1, longest: 300 };
    let params = function.params.iter().map(|param| function.locals[*param].ty);
    let Some(arguments) = params.map(|ty| values.value(ty, 3)).collect::<Option<Vec<_>>>() else {
        return;
    };
    let mut case = project.case(&function.name, arguments);
    if case.function != id {
        return;
    }
    for (id, global) in program.globals.iter_enumerated() {
        let is_variable = global.kind == GlobalKind::Variable && global.linkage != Linkage::None;
        let is_here = global.unit == function.unit && global.init.is_some();
        if is_variable && is_here && !global.is_system && !global.is_const {
            let (before, after) = (values.value(global.ty, 1), values.value(global.ty, 1));
            if let (Some(before), Some(after)) = (before, after) {
                case.globals.push(common::global(id, Some(before), after));
            }
        }
    }
    case.returned = values.value(program.function_type(id).result, 1);
    case.objects = values.objects;
    let suite = project.suite(&function.name, vec![case]);
    emit(&suite, &project.sources, &Framework::ALL, None, &project.out()).expect("a suite");
    for compiler in ["gcc", "clang"] {
        let file = format!("{}.c", Framework::Plain.stem(&function.name));
        let mut command = Command::new(compiler);
        command.args(["-o", "a.out", "-Wall", "-Wextra", "-Werror", &file, "-lm"]);
        let output = command.current_dir(project.out()).output().expect("a compiler");
        let text = project.text(&file);
        let test = text.split("\n/* line 1:").nth(1).unwrap_or_default();
        assert!(output.status.success(), "{compiler}: {}\n{test}", crate::common::errors(&output));
    }
}

const SHAPES: &str = "
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
typedef unsigned __int128 wide;
typedef struct { struct { int a; struct { const char *s; } in; } parts[2]; } unnamed;
typedef struct opaque handle;
struct flex { unsigned n; volatile int flags : 4; char data[]; };
struct tree { struct tree *left, *right; const struct tree *const *children; long double key; };
union any { int i; void *p; const char *s; double d[2]; };
typedef int row[3];
static struct { int only; } singleton;
static volatile int ticks;
const char *const *table;
int (*handlers[2])(const char *, int);
static struct tree *root;
enum { ONE = 1, TWO };
struct code { union { unsigned short frequency, code; } fc; union { unsigned short dad; } dl; };
static struct code codes[4];

int f1(wide w, unnamed u, const unnamed *p) { return (int)w + u.parts[0].a + p->parts[1].a; }
struct flex *f2(struct flex *f, size_t n) { return n ? f : NULL; }
const char *f3(const char *const *const *deep, const row *rows, int (*grid)[3]) {
    return rows[0][0] == grid[0][0] ? deep[0][0] : *table;
}
union any f4(union any a, union any *b, const volatile int *v) { a.i += *v + b->i; return a; }
int (*f5(int (*f)(const char *, int), int result))(const char *, int) { return result ? f : handlers[0]; }
int f12(const char *format, va_list list) { return vprintf(format, list); }
int f13(const struct code *tree, struct code own) { return tree->fc.code + own.dl.dad + codes[0].fc.code; }
void f6(handle *h, void *data, const void **out, FILE *stream) { *out = data; (void)h; (void)stream; }
int f7(struct tree t, const struct tree *expected) { return t.key == expected->key + singleton.only; }
uint8_t f8(int8_t a, uint16_t b, _Bool c, const float x[static 2], struct tm *when) {
    return (uint8_t)(a + b + c + x[0] + when->tm_year + ticks);
}
int f9(int memcpy_, int f9_, const struct tree **list) { return memcpy_ + f9_ + (list[0] == root); }
int f10(int n, ...) { va_list v; va_start(v, n); n = va_arg(v, int); va_end(v); return n; }
double f11(unsigned char r, unsigned char count, double m[r][count]) { return m[0][0]; }
";

#[test]
fn suites_for_any_type_compile() {
    let project = Project::new(SHAPES);
    for id in project.program.functions.ids() {
        let function = &project.program.functions[id];
        if function.body.is_ok() && !function.is_system {
            check(&project, id);
        }
    }
}
