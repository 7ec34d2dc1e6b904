//! A small function, built by hand, in every format.

use super::*;
use clew_ir::builder::{FunctionBuilder, add_source, declare};
use clew_ir::{BinaryOp, BlockId, DecisionKind, Expr, Id, LocalId, TypeTable};

const SOURCE: &str = "\
int classify(const char *s, int limit) {
    int i = 0, words = 0;
    while (i < limit) {
        switch (s[i]) {
        case ' ': words++; break;
        case '\\0': return words;
        default: note(\"<other> & more\", i);
        }
        i++;
    }
    return -1;
}
";

/// The function of [`SOURCE`].
fn classify() -> (Program, FunctionId) {
    let mut program = Program::default();
    let file = add_source(&mut program, "classify.c", SOURCE);
    let note = declare(&mut program, "note", TypeTable::VOID, &[TypeTable::INT], false);
    let params = [("s", TypeTable::CHAR_POINTER), ("limit", TypeTable::INT)];
    let mut f = FunctionBuilder::new(&mut program, "classify", TypeTable::INT, &params);
    f.in_file(file);
    let (s, limit) = (LocalId::from_index(0), LocalId::from_index(1));
    let i = f.local("i", TypeTable::INT);
    let words = f.local("words", TypeTable::INT);
    let [test, inside, space, end, other, step, after] = [(); 7].map(|()| f.block());
    f.at("i = 0");
    f.assign(f.entry(), i, f.int(0));
    f.at("words = 0");
    f.assign(f.entry(), words, f.int(0));
    f.goto(f.entry(), test);
    f.at("i < limit");
    let (left, right) = (f.read(i), f.read(limit));
    let condition = f.binary(BinaryOp::Lt, left, right);
    f.branch(test, DecisionKind::While, condition, inside, after);
    f.at("s[i]");
    let (base, index) = (f.read(s), f.read(i));
    let element = f.deref(f.binary(BinaryOp::PtrAdd, base, index));
    let value = f.cast(f.load(element), TypeTable::INT, true);
    f.switch(inside, value, &[(32, space), (0, end)], other);
    f.at("words++");
    increment(&mut f, space, words);
    f.goto(space, step);
    f.at("return words");
    let value = f.read(words);
    f.ret(end, Some(value));
    f.at("note(\"<other> & more\", i)");
    let argument = f.read(i);
    f.call(other, None, note, vec![argument]);
    f.goto(other, step);
    f.at("i++");
    increment(&mut f, step, i);
    f.goto(step, test);
    f.at("return -1");
    let value = f.int(-1);
    f.ret(after, Some(value));
    let function = f.finish();
    (program, function)
}

fn increment(f: &mut FunctionBuilder<'_>, block: BlockId, local: LocalId) {
    let old: Expr = f.read(local);
    let next = f.binary(BinaryOp::Add, old, f.int(1));
    f.assign(block, local, next);
}

#[test]
fn the_model_is_well_formed() {
    assert_eq!(clew_ir::verify::verify(&classify().0), Ok(()));
}

#[test]
fn as_text() {
    let (program, function) = classify();
    let text = render(&program, function, Format::Text).unwrap();
    let expected = "\
int classify(char *s, int limit)  (classify.c:1:1)

B1   2  i = 0; words = 0
        -> B2

  B2   3  while (i < limit)
          -> B3  i < limit
          -> B8  i >= limit

  B3   4  switch (s[i])
          -> B4  case 32
          -> B5  case 0
          -> B6  no case

  B4   5  words++
          -> B7

B5   6  return words
        -> exit

  B6   7  note(\"<other> & more\", i)
          -> B7

  B7   9  i++
          back to B2

B8  11  return -1
        -> exit
";
    assert_eq!(text, expected);
}

#[test]
fn as_dot() {
    let (program, function) = classify();
    let dot = render(&program, function, Format::Dot).unwrap();
    assert!(dot.starts_with("digraph cfg {"));
    assert!(dot.contains("note(&quot;&lt;other&gt; &amp; more&quot;, i)"));
    assert!(dot.contains("subgraph cluster_loop0"));
    assert_eq!(dot, render(&program, function, Format::Dot).unwrap());
}

#[test]
fn as_svg_where_graphviz_is_installed() {
    let (program, function) = classify();
    match render(&program, function, Format::Svg) {
        Ok(svg) => assert!(svg.contains("<svg") && svg.contains("switch")),
        Err(RenderError::NoGraphviz) => {}
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_function_without_a_body() {
    let (program, _) = classify();
    let note = program.function("note").unwrap();
    let error = render(&program, note, Format::Text).unwrap_err();
    assert_eq!(error.to_string(), "function `note` is declared but not defined in these files");
}
