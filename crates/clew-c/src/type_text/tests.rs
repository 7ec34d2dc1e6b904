use super::*;

/// A type in words, to read the expectations of the tests at a glance.
fn spell(text: &TypeText) -> String {
    let mut out = String::new();
    if text.is_const {
        out.push_str("const ");
    }
    if text.is_volatile {
        out.push_str("volatile ");
    }
    let list = |params: &[TypeText]| params.iter().map(spell).collect::<Vec<_>>().join(", ");
    out + &match &text.kind {
        TypeTextKind::Builtin(builtin) => builtin_word(builtin),
        TypeTextKind::Named(name) => format!("name {name}"),
        TypeTextKind::Tag { kind, name } => format!("{} {name}", tag_word(*kind)),
        TypeTextKind::UnnamedTag { kind, file, line, column } => {
            format!("{} at {file}|{line}|{column}", tag_word(*kind))
        }
        TypeTextKind::Pointer(target) => format!("pointer to {}", spell(target)),
        TypeTextKind::Array { element, length } => {
            let length = match length {
                LengthText::Fixed(number) => number.to_string(),
                LengthText::Unknown => "unknown".to_owned(),
                LengthText::Star => "star".to_owned(),
                LengthText::Text(text) => format!("«{text}»"),
            };
            format!("array {length} of {}", spell(element))
        }
        TypeTextKind::Function { result, params, is_variadic, has_prototype } => {
            let params = match (has_prototype, is_variadic) {
                (false, _) => "?".to_owned(),
                (true, false) => list(params),
                (true, true) => list(params) + ", ...",
            };
            format!("function ({params}) returning {}", spell(result))
        }
        TypeTextKind::Vector { element, count } => {
            format!("vector {count} of {}", spell(element))
        }
        TypeTextKind::Complex(builtin) => format!("complex {}", builtin_word(builtin)),
        TypeTextKind::Atomic(inner) => format!("atomic ({})", spell(inner)),
        TypeTextKind::Typeof { operand, is_unqual } => {
            let word = if *is_unqual { "typeof_unqual" } else { "typeof" };
            match operand {
                TypeofOperand::Type(inner) => format!("{word} type ({})", spell(inner)),
                TypeofOperand::Expr(text) => format!("{word} «{text}»"),
            }
        }
        TypeTextKind::Other(text) => format!("other {text}"),
    }
}

fn builtin_word(builtin: &BuiltinType) -> String {
    match builtin {
        BuiltinType::Void => "void".to_owned(),
        BuiltinType::Bool => "_Bool".to_owned(),
        BuiltinType::Int(kind) => kind.c_name().to_owned(),
        BuiltinType::Float(FloatKind::F32) => "float".to_owned(),
        BuiltinType::Float(FloatKind::F64) => "double".to_owned(),
        BuiltinType::Float(FloatKind::X87) => "long double".to_owned(),
        BuiltinType::Other(name) => format!("other {name}"),
    }
}

fn tag_word(kind: TagKind) -> &'static str {
    match kind {
        TagKind::Struct => "struct",
        TagKind::Union => "union",
        TagKind::Enum => "enum",
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    match TypeText::parse(text) {
        Ok(parsed) => assert_eq!(spell(&parsed), expected, "for `{text}`"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn builtin_types_in_any_order_of_words() {
    for kind in IntKind::ALL {
        check(kind.c_name(), kind.c_name());
    }
    check("long unsigned int", "unsigned long");
    check("short int", "short");
    check("long long unsigned", "unsigned long long");
    check("int long", "long");
    check("unsigned", "unsigned int");
    check("void", "void");
    check("_Bool", "_Bool");
    check("float", "float");
    check("double", "double");
    check("long double", "long double");
    check("_Float16", "other _Float16");
    check("__float128", "other __float128");
    check("unsigned _BitInt(7)", "other unsigned _BitInt(7)");
    check("_Complex double", "complex double");
    check("_Complex float", "complex float");
    check("_Complex long double", "complex long double");
    check("_Complex int", "complex int");
    assert!(TypeText::parse("long long long").is_err());
}

#[test]
fn what_counts_elements_is_no_part_of_a_type() {
    check("int[] __counted_by(n)", "array unknown of int");
    check("char * __counted_by(length)", "pointer to char");
    check("char * __sized_by_or_null(n) const *", "pointer to const pointer to char");
}

#[test]
fn names() {
    check("size_t", "name size_t");
    check("__builtin_va_list", "name __builtin_va_list");
    check("const T[2]", "array 2 of const name T");
    check("bool", "name bool");
    assert_eq!(builtin_named("bool"), Some(BuiltinType::Bool));
    assert_eq!(builtin_named("size_t"), None);
    check("größe *", "pointer to name größe");
}

#[test]
fn tags() {
    check("struct S", "struct S");
    check("const struct S *volatile", "volatile pointer to const struct S");
    check("enum Named", "enum Named");
    check("union U[4]", "array 4 of union U");
    check("struct __va_list_tag[1]", "array 1 of struct __va_list_tag");
}

#[test]
fn tags_without_a_name() {
    check("struct (unnamed struct at t1.c:3:105)[3]", "array 3 of struct at t1.c|3|105");
    check("struct (unnamed struct at t1.c:3:105) *", "pointer to struct at t1.c|3|105");
    check("union S::(anonymous at t1.c:3:28)", "union at t1.c|3|28");
    check("struct S::(unnamed at t2.c:8:50)", "struct at t2.c|8|50");
    check("enum (unnamed enum at t1.c:4:44)", "enum at t1.c|4|44");
    check("union (anonymous union at <stdin>:4:44)", "union at <stdin>|4|44");
    check("struct (unnamed struct at foo bar.c:77:1)", "struct at foo bar.c|77|1");
    check("struct (unnamed at d (x)/t2.c:8:34) *", "pointer to struct at d (x)/t2.c|8|34");
    check("(unnamed struct at t.c:1:2) *", "pointer to struct at t.c|1|2");
    check("struct T::(anonymous at t.c:1:2)::(unnamed at t.c:3:4)", "struct at t.c|3|4");
    check(
        "struct S (struct S *, union (unnamed union at t1.c:22:54) *)",
        "function (pointer to struct S, pointer to union at t1.c|22|54) returning struct S",
    );
}

#[test]
fn pointers_and_arrays() {
    check("char *const *", "pointer to const pointer to char");
    check(
        "const volatile int *const volatile restrict *",
        "pointer to const volatile pointer to const volatile int",
    );
    check("int[3][4][5]", "array 3 of array 4 of array 5 of int");
    check("const int (*const)[3]", "const pointer to array 3 of const int");
    check("char (*)[]", "pointer to array unknown of char");
    check("int[0]", "array 0 of int");
    check("int *[3]", "array 3 of pointer to int");
    check("int (*)[*]", "pointer to array star of int");
    check("double (*)[n][*][3]", "pointer to array «n» of array star of array 3 of double");
    check("int[const static 5]", "array 5 of int");
    check("int[restrict]", "array unknown of int");
}

#[test]
fn sizes_of_variable_length_arrays() {
    check("int[sizeof(int) * n][3]", "array «sizeof(int) * n» of array 3 of int");
    check("int[s[n]]", "array «s[n]» of int");
    check("int[n + sizeof \"](\"]", "array «n + sizeof \"](\"» of int");
    check("int[n + ']' + '\\'']", "array «n + ']' + '\\''» of int");
    check("int *const *[n]", "array «n» of pointer to const pointer to int");
    check("int[({\n    int z = n;\n    z;\n})]", "array «({\n    int z = n;\n    z;\n})» of int");
}

#[test]
fn functions() {
    check("void (void)", "function () returning void");
    check("int ()", "function (?) returning int");
    check("int (*)()", "pointer to function (?) returning int");
    check(
        "int (*(*)[3])(char, ...)",
        "pointer to array 3 of pointer to function (char, ...) returning int",
    );
    check(
        "void (*(int, void (*)(int)))(int)",
        "function (int, pointer to function (int) returning void) returning pointer to \
         function (int) returning void",
    );
    check(
        "int (*(*)(void))(int)",
        "pointer to function () returning pointer to function (int) returning int",
    );
    check("int (*[n])(int)", "array «n» of pointer to function (int) returning int");
    check("int (*(int))[n]", "function (int) returning pointer to array «n» of int");
    check("void (...)", "function (, ...) returning void");
    check(
        "int (*)(int *const, int (*)(int))",
        "pointer to function (const pointer to int, pointer to function (int) returning int) \
         returning int",
    );
}

#[test]
fn attributes_and_extensions() {
    check("void (*)(void) __attribute__((noreturn))", "pointer to function () returning void");
    check("int ((*))(int) __attribute__((ms_abi))", "pointer to function (int) returning int");
    check("int (int) __attribute__((regparm (2)))", "function (int) returning int");
    check("int * _Nullable (int * _Nonnull)", "function (pointer to int) returning pointer to int");
    check("__attribute__((address_space(3))) int *", "pointer to int");
    check("int  __attribute__((btf_type_tag(\"abc\")))*", "pointer to int");
    check("int *__attribute__((address_space(0)))", "pointer to int");
    check("__attribute__((__vector_size__(4 * sizeof(int)))) int", "vector 4 of int");
    check(
        "const __attribute__((__vector_size__(2 * sizeof(float)))) float *",
        "pointer to const vector 2 of float",
    );
    check("float __attribute__((ext_vector_type(4)))", "vector 4 of float");
    check("_Atomic(char *) *", "pointer to atomic (pointer to char)");
    check("_Atomic(struct S) *", "pointer to atomic (struct S)");
    check("int (^)(int)", "other block pointer");
    check("<builtin fn type>", "other <builtin fn type>");
}

#[test]
fn macros_that_stood_for_attributes_are_passed_over() {
    check("USER int const *const", "const pointer to const int");
    check("USER USER int **", "pointer to pointer to int");
    check("USER T *", "pointer to name T");
    check("USER struct S *", "pointer to struct S");
}

#[test]
fn typeof_of_types_and_expressions() {
    check("typeof (gs)", "typeof «gs»");
    check("typeof (vv) *", "pointer to typeof «vv»");
    check("typeof(int *)", "typeof type (pointer to int)");
    check("typeof (f(\")\"))[2]", "array 2 of typeof «f(\")\")»");
    check("const typeof_unqual(int)", "const typeof_unqual type (int)");
}

#[test]
fn bad_text_is_an_error_and_never_a_panic() {
    for text in ["", "*", "int (", "int [", "struct", "struct (unnamed at", "const", "int)", "é("]
    {
        assert!(TypeText::parse(text).is_err(), "for `{text}`");
    }
    assert!(TypeText::parse(&("int ".to_owned() + &"(*".repeat(10_000))).is_err());
    assert!(TypeText::parse(&("f(".repeat(10_000))).is_err());
    let seeds = [
        "int (*(*)[3])(char, ...) __attribute__((noreturn))",
        "struct S::(unnamed at d (x)/t2.c:8:34) *const[n + ']']",
        "typeof (a \"b\") _Atomic(int) (*)(void)",
    ];
    for seed in seeds {
        for start in 0..seed.len() {
            for end in start..=seed.len() {
                let _ = TypeText::parse(&seed[start..end]);
            }
        }
    }
}
