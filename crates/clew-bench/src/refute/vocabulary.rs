//! What random functions are made of: parameters, places that can be read and written, and what may
//! happen between two looks at a place.

/// A kind of parameter, and what follows from its being there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    /// The declaration.
    pub(super) text: &'static str,
    /// A random argument, in terms of the driver.
    pub(super) argument: &'static str,
    /// Whether there is something behind it.
    pub(super) kind: Kind,
    /// Integers that it leads to.
    pub(super) places: &'static [&'static str],
    /// Statements that write through it, or tell others of it.
    pub(super) actions: &'static [&'static str],
}

/// Values are used as they are, pointers when they are not null.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Value,
    Pointer,
}

const fn value(
    name: &'static str,
    text: &'static str,
    argument: &'static str,
    places: &'static [&'static str],
) -> Parameter {
    Parameter { name, text, argument, kind: Kind::Value, places, actions: &[] }
}

const fn pointer(
    name: &'static str,
    text: &'static str,
    argument: &'static str,
    places: &'static [&'static str],
    actions: &'static [&'static str],
) -> Parameter {
    Parameter { name, text, argument, kind: Kind::Pointer, places, actions }
}

/// All parameters that a function can have.
pub(super) const PARAMETERS: [Parameter; 20] = [
    value("n", "int n", "any()", &["n"]),
    value("m", "int m", "any()", &["m"]),
    value("k", "unsigned k", "(unsigned)any()", &["k"]),
    value("b", "unsigned char b", "(unsigned char)any()", &["b"]),
    value("h", "short h", "(short)any()", &["h"]),
    value("v", "struct inner v", "any_inner()", &["v.x", "v.c", "v.h"]),
    pointer(
        "ip",
        "int *ip",
        "argument_int()",
        &["*ip"],
        &["*ip = 3;", "bump(ip);", "ip = &ga;", "give(ip);"],
    ),
    pointer(
        "iq",
        "int *iq",
        "argument_int()",
        &["*iq"],
        &["*iq = 5;", "*iq ^= 1;", "iq = &shared;"],
    ),
    pointer(
        "cp",
        "char *cp",
        "any_char()",
        &["cp[0]", "cp[3]"],
        &[
            "cp[0] = 1;",
            "cp[n0 & 3] = 7;",
            "memset(cp, 0, 4);",
            "cp[2] ^= 4;",
            "memmove(cp, &ga, 4);",
        ],
    ),
    pointer(
        "sp",
        "struct rec *sp",
        "any_rec()",
        &["sp->a", "sp->in[1].x", "sp->in[n0 & 1].c", "sp->bits", "sp->sign", "sp->s", "sp->l"],
        &[
            "sp->a = 2;",
            "reset(sp);",
            "sp->in[n0 & 1].x = 4;",
            "pass(sp, 9);",
            "*sp = lr;",
            "sp->bits += 1;",
        ],
    ),
    pointer(
        "sq",
        "struct rec *sq",
        "any_rec()",
        &["sq->a", "sq->in[2].x", "sq->bits", "sq->l"],
        &[
            "sq->a = 6;",
            "sq->in[0].h = 1;",
            "lr = *sq;",
            "sq->l = 3;",
            "sq = &lr;",
            "sq->sign = -1;",
        ],
    ),
    pointer(
        "tp",
        "struct pair *tp",
        "any_pair()",
        &["tp->tail", "tp->first.a", "tp->more[n0 & 1].in[1].x", "tp->more[0].bits"],
        &["tp->tail = 1;", "reset(&tp->first);", "tp->more[n0 & 1] = lr;", "bump(&tp->more[0].a);"],
    ),
    pointer(
        "up",
        "union pun *up",
        "any_pun()",
        &["up->w", "up->b[n0 & 3]", "up->h[1]"],
        &["up->b[1] = 2;", "up->h[0] = -1;", "up->w = 6;"],
    ),
    pointer(
        "array",
        "int *array",
        "any_array()",
        &["array[0]", "array[n0 & 7]", "array[3]"],
        &[
            "array[0] = 4;",
            "array[n0 & 7] = 1;",
            "memmove(array + 1, array, 8);",
            "bump(array + 2);",
        ],
    ),
    pointer(
        "vp",
        "void *vp",
        "any_void()",
        &["((struct rec *)vp)->a", "*(int *)vp", "((unsigned char *)vp)[5]"],
        &["memset(vp, 1, 8);", "pass(vp, 2);", "memcpy(&shared, vp, 4);", "*(short *)vp = 3;"],
    ),
    pointer("ci", "const int *ci", "argument_int()", &["*ci"], &["ci = &ga;"]),
    pointer(
        "cs",
        "const struct rec *cs",
        "any_rec()",
        &["cs->a", "cs->bits", "cs->in[n0 & 1].x"],
        &["lr = *cs;", "cs = &lr;"],
    ),
    pointer(
        "pp",
        "int **pp",
        "any_pointer()",
        &[],
        &["*pp = &ga;", "*pp = &gb;", "gp = *pp;", "*pp = &shared;"],
    ),
    pointer(
        "text",
        "const char *text",
        "any_text()",
        &["text[0]"],
        &["t0 = (int)strlen(text);", "t1 = atoi(text);"],
    ),
    pointer("call", "int (*call)(int)", "any_callback()", &[], &["t1 = call(t0);", "call(1);"]),
];

/// Integers that every function can use: `t0` and `t1` are its own, `shared` is told to others,
/// `raw` has no value to begin with, `calls` is static.
pub(super) const PLACES: [&str; 29] = [
    "t0",
    "t1",
    "t0",
    "t1",
    "small",
    "shared",
    "raw",
    "calls",
    "ga",
    "gb",
    "gu",
    "gs",
    "gc",
    "gl",
    "garray[0]",
    "garray[n0 & 15]",
    "gname[2]",
    "grec.a",
    "grec.in[1].x",
    "grec.in[n0 & 1].c",
    "grec.bits",
    "gpairs[1].tail",
    "gpairs[n0 & 1].more[1].a",
    "gpun.b[0]",
    "hidden",
    "mode",
    "known",
    "lr.a",
    "port",
];

/// What every function can do between two looks at a place.
pub(super) const ACTIONS: [&str; 36] = [
    "ga = 1;",
    "gb = 4;",
    "gu += 1;",
    "gc += 1;",
    "gs = 2;",
    "garray[n0 & 15] = 2;",
    "grec.in[1].x += 2;",
    "grec.bits = 3;",
    "grec = lr;",
    "gpairs[0].first = grec;",
    "gpun.h[0] = 5;",
    "hidden = n0 & 3;",
    "hidden += 1;",
    "calls += 1;",
    "known = 1;",
    "small += 1;",
    "shared += 2;",
    "n0 = ask(2);",
    "ask(t0);",
    "t0 = ask(t1);",
    "t1 = clamp(t0);",
    "t1 = weak(t0);",
    "t1 = compute(t0);",
    "toggle();",
    "bump(&t0);",
    "bump(&hidden);",
    "bump(&shared);",
    "give(&shared);",
    "pass(&lr, 3);",
    "reset(&grec);",
    "reset(&lr);",
    "t0 += t1;",
    "t0 = t1 & 15;",
    "memcpy(&shared, &ga, 4);",
    "gp = &shared;",
    "gl = expose(&shared);",
];
