//! Registers of devices, which the program reaches by their addresses: tests have memory there.

use super::types::declaration;
use clew_ir::{Global, Program};

/// What memory is mapped in.
const PAGE_MASK: u64 = 0xfff;

/// What suites need for registers. Pages that are mapped already stay as they are.
const MAP: &str = "
/* There is memory at the addresses of registers: private, readable, writable, and no file behind it. */
extern void *clew_map(void *address, clew_size size, int access, int flags, int file, long offset)
    CLEW_SYMBOL(mmap);
";

/// What names the object at an address, and maps its memory before the tests; `before` is what the
/// suite defines already.
pub(super) fn definition(program: &Program, global: &Global, address: u64, before: &str) -> String {
    let types = &program.types;
    let star = if types.element(global.ty).is_some() { "(*)" } else { "*" };
    let pointer = declaration(program, global.ty, star);
    let (name, end) = (&global.name, address + types.size(global.ty).unwrap_or(1));
    let (first, last) = (address & !PAGE_MASK, (end - 1) | PAGE_MASK);
    let map = if before.contains(MAP) { "" } else { MAP };
    format!(
        "{map}\n#define {name} (*({pointer}){address:#x}UL)\n\
         __attribute__((constructor)) static void clew_map_{address:x}(void) {{\n    \
         clew_map((void *){first:#x}UL, {}, 3, 0x100022, -1, 0);\n}}\n",
        last - first + 1
    )
}
