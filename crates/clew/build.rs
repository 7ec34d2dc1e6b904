//! Passes on what the program is built with, for `clew --version`: the same for the same tools.

#![allow(clippy::print_stdout, reason = "it is how a build script speaks to cargo")]

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name| std::env::var(name).unwrap_or_default();
    let rustc = Command::new(variable("RUSTC")).arg("--version").output();
    let rustc = rustc.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
    println!("cargo:rustc-env=CLEW_RUSTC={}", rustc.unwrap_or_default());
    println!("cargo:rustc-env=CLEW_TARGET={}", variable("TARGET"));
}
