//! Files that gcc has preprocessed: its headers say what only gcc understands.

use clew_c::{Frontend, Options};

#[test]
fn what_gccs_preprocessor_leaves_is_read() {
    let source = "
# 1 \"shape.c\"
extern void *open_it(void) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (free, 1)));
extern _Float32 half(_Float32 x); extern _Float64x wide(_Float32x a, _Float64 b);
extern _Float128 wider(_Float128 x);
int area(int a, int b) { return a * b; }
";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("shape.i");
    std::fs::write(&file, source).expect("a written file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file]).expect("a program");
    let program = frontend.finish().expect("a linked program");
    assert!(program.functions.iter().any(|it| it.name == "area" && it.body.is_ok()));
}
