use super::parser::PREFIX;
use super::*;

fn parse(text: &str) -> Result<SizeExpr, String> {
    SizeExpr::parse(text, &|name| matches!(name, "T" | "size_t"))
}

/// The expression fully parenthesised.
fn spell(expr: &SizeExpr) -> String {
    match expr {
        SizeExpr::Int { value, is_unsigned, longs } => {
            let suffix = if *is_unsigned { "U" } else { "" };
            format!("{value}{suffix}{}", "L".repeat(usize::from(*longs)))
        }
        SizeExpr::Char { value, prefix } => format!("{prefix}'{value}'"),
        SizeExpr::Float { digits, kind } => format!("{digits}:{kind:?}"),
        SizeExpr::Str(text) => text.clone(),
        SizeExpr::Name(name) => name.clone(),
        SizeExpr::Unary(op, operand) => {
            let (token, _) = PREFIX.iter().find(|(_, other)| other == op).expect("in PREFIX");
            format!("({token}{})", spell(operand))
        }
        SizeExpr::Postfix { operand, decrement } => {
            format!("({}{})", spell(operand), if *decrement { "--" } else { "++" })
        }
        SizeExpr::Binary(op, left, right) => {
            format!("({} {} {})", spell(left), op.c_symbol(), spell(right))
        }
        SizeExpr::LogicalAnd(left, right) => format!("({} && {})", spell(left), spell(right)),
        SizeExpr::LogicalOr(left, right) => format!("({} || {})", spell(left), spell(right)),
        SizeExpr::Comma(left, right) => format!("({}, {})", spell(left), spell(right)),
        SizeExpr::Assign { op, target, value } => {
            let op = op.map_or("", BinaryOp::c_symbol);
            format!("({} {op}= {})", spell(target), spell(value))
        }
        SizeExpr::Conditional { condition, then, otherwise } => {
            let then = then.as_ref().map(|then| spell(then)).unwrap_or_default();
            format!("({} ? {then} : {})", spell(condition), spell(otherwise))
        }
        SizeExpr::Call { callee, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(spell).collect();
            format!("{}({})", spell(callee), arguments.join(", "))
        }
        SizeExpr::Member { base, name, is_arrow } => {
            format!("{}{}{name}", spell(base), if *is_arrow { "->" } else { "." })
        }
        SizeExpr::Index { base, index } => format!("{}[{}]", spell(base), spell(index)),
        SizeExpr::Cast(_, operand) => format!("(cast {})", spell(operand)),
        SizeExpr::SizeofType(_) => "sizeof(type)".to_owned(),
        SizeExpr::SizeofExpr(operand) => format!("sizeof {}", spell(operand)),
        SizeExpr::AlignofType(_) => "alignof(type)".to_owned(),
        SizeExpr::AlignofExpr(operand) => format!("alignof {}", spell(operand)),
        SizeExpr::OffsetOf { path, .. } => {
            let steps = path.iter().map(|step| match step {
                OffsetStep::Member(name) => format!(".{name}"),
                OffsetStep::Index(index) => format!("[{}]", spell(index)),
            });
            format!("offsetof(type{})", steps.collect::<String>())
        }
        SizeExpr::VaArg(list, _) => format!("va_arg({}, type)", spell(list)),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    match parse(text) {
        Ok(parsed) => assert_eq!(spell(&parsed), expected, "for `{text}`"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn precedence() {
    check("n + 1", "(n + 1)");
    check("a - b - c", "((a - b) - c)");
    check(
        "a + b * c << 2 < d == e & f ^ g | h && i || j",
        "(((((((((a + (b * c)) << 2) < d) == e) & f) ^ g) | h) && i) || j)",
    );
    check("n / 2 % 3 ^ 4 & 5", "(((n / 2) % 3) ^ (4 & 5))");
    check("(1 + n) * 2", "((1 + n) * 2)");
    check("n > 3 ? n < 5 ? 1 : 2 : n == 4", "((n > 3) ? ((n < 5) ? 1 : 2) : (n == 4))");
    check("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
    check("n ?: 3", "(n ?  : 3)");
    check("g != 0 && n ? (n , 2) : -n", "(((g != 0) && n) ? (n, 2) : (-n))");
    check("a >= b >> 1", "(a >= (b >> 1))");
}

#[test]
fn operators_with_effects() {
    check("i++", "(i++)");
    check("--n", "(--n)");
    check("n--", "(n--)");
    check("x = 3", "(x = 3)");
    check("n <<= 1", "(n <<= 1)");
    check("a = b += 2", "(a = (b += 2))");
    check("a[i] |= 4", "(a[i] |= 4)");
}

#[test]
fn unary_operators() {
    check("!n + ~n - -n + +n + *s + (&n ? 1 : 2)", {
        "((((((!n) + (~n)) - (-n)) + (+n)) + (*s)) + ((&n) ? 1 : 2))"
    });
    check("-1 - -1 + - -n", "(((-1) - (-1)) + (-(-n)))");
    check("&*s - s", "((&(*s)) - s)");
    check("*p++", "(*(p++))");
}

#[test]
fn postfix_chains() {
    check("s->len", "s->len");
    check("s.e + s.ptr->z", "(s.e + s.ptr->z)");
    check("f(a, b)[2].x++", "(f(a, b)[2].x++)");
    check("__builtin_strlen(s) + n", "(__builtin_strlen(s) + n)");
    check("f()", "f()");
    check("(f)(x)", "f(x)");
    check("((int (*)(int))s)(n)", "(cast s)(n)");
    check("(*(int (*)[3])s)[1]", "(*(cast s))[1]");
}

#[test]
fn casts_and_sizes() {
    check("(unsigned long)k", "(cast k)");
    check("(int)(unsigned char)n + (_Bool)n", "((cast (cast n)) + (cast n))");
    check("(T)-1", "(cast (-1))");
    check("(n) - 1", "(n - 1)");
    check("(size_t)n * 2", "((cast n) * 2)");
    check("sizeof(int) * n", "(sizeof(type) * n)");
    check("sizeof n + n", "(sizeof n + n)");
    check("sizeof (a) + n", "(sizeof a + n)");
    check("sizeof (a[n])", "sizeof a[n]");
    check("sizeof(struct S) + sizeof(int *) + sizeof(typeof (n))", {
        "((sizeof(type) + sizeof(type)) + sizeof(type))"
    });
    check("sizeof(struct (unnamed struct at f (x).c:3:4))", "sizeof(type)");
    check("_Alignof(int) * n", "(alignof(type) * n)");
    check("n + sizeof \"](\"", "(n + sizeof \"](\")");
    check("__builtin_offsetof(struct S, in.d[i + 1]) + 1", "(offsetof(type.in.d[(i + 1)]) + 1)");
    check("__builtin_va_arg(*l, int)", "va_arg((*l), type)");
}

#[test]
fn constants() {
    check("16UL + 1U + 1LL + 1ULL + 4294967296L", {
        "((((16UL + 1U) + 1LL) + 1ULL) + 4294967296L)"
    });
    check("n + '\\n' + '\\'' + L'x' + '\\xff' + '\\x00'", {
        "(((((n + '10') + '39') + L'120') + '-1') + '0')"
    });
    check("n + 1.5 > 2", "((n + 1.5:F64) > 2)");
    check("2.F + 1.5E+10L", "(2.:F32 + 1.5E+10:X87)");
    check("*\"a\\\"b\" + \"\\x12\"\"3\"[0]", "((*\"a\\\"b\") + \"\\x12\"\"3\"[0])");
    check("__func__[0]", "__func__[0]");
    check("u8'a' + u8", "(u8'97' + u8)");
}

#[test]
fn bad_text_is_an_error_and_never_a_panic() {
    let bad = [
        "",
        "+",
        "n +",
        "(",
        "f(",
        "a[",
        "'",
        "\"",
        "1x",
        "a b",
        "({ int z = n; z; })",
        "&&l",
        "é(",
        "x ? 1",
        "(int){3}",
        "s.",
        "sizeof(int",
    ];
    for text in bad {
        assert!(parse(text).is_err(), "for `{text}`");
    }
    for text in [
        "(".repeat(10_000),
        "-".repeat(10_001),
        "a?".repeat(5_000),
        "a=".repeat(5_000),
        "a?b:".repeat(5_000),
    ] {
        assert!(parse(&text).is_err());
    }
    let seed = "(int (*)[n])s[sizeof \"a\"] ? f(1.5E+3, 'x') : __builtin_offsetof(struct S, a[1])";
    for start in 0..seed.len() {
        for end in start..=seed.len() {
            let _ = parse(&seed[start..end]);
        }
    }
}
