//! Files that build and run suites with `make` and with CMake.
//!
//! They serve every suite in the folder, found by name; what one suite needs beside its file is
//! in a fragment of its own.

use crate::sources::Layout;
use std::fmt::Display;

/// A word as a shell takes it.
pub(super) fn word(text: &impl Display) -> String {
    let text = text.to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:%@${}".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Words in a row.
fn words(words: &[impl Display]) -> String {
    let words: Vec<String> = words.iter().map(word).collect();
    words.join(" ")
}

/// A Makefile that has the rules.
pub(crate) fn makefile() -> String {
    "# Builds and runs the tests here.\ninclude clew-tests.mk\n".to_owned()
}

/// A `CMakeLists.txt` that has the rules.
pub(crate) fn cmake_lists() -> String {
    "# Builds the plain tests here; `ctest` runs them.\n\
     cmake_minimum_required(VERSION 3.10)\nproject(clew_tests C)\nenable_testing()\n\
     include(${CMAKE_CURRENT_LIST_DIR}/clew-tests.cmake)\n"
        .to_owned()
}

/// Rules of make for all suites of a folder. They are in a file of their own: the folder may have a
/// Makefile that is somebody else's.
pub(crate) fn make_rules(layout: &Layout) -> String {
    let flags = words(&layout.flags);
    format!(
        "# Builds and runs the tests here: `make` the plain ones, `make unity`, `make cmocka` and\n\
         # `make check` those for a framework (UNITY is the folder of unity.c and unity.h).\n\
         CC ?= cc\nCFLAGS ?= -g\nUNITY ?= unity\nUSER_FLAGS := {flags}\n\n\
         ALL := $(patsubst %.c,%,$(wildcard test_*.c))\n\
         UNITY_TESTS := $(filter %_unity,$(ALL))\n\
         CMOCKA_TESTS := $(filter %_cmocka,$(ALL))\n\
         CHECK_TESTS := $(filter %_check,$(ALL))\n\
         PLAIN_TESTS := $(filter-out $(UNITY_TESTS) $(CMOCKA_TESTS) $(CHECK_TESTS),$(ALL))\n\n\
         define run_each\n\
         \t@status=0; for test in $^; do echo \"# $$test\"; ./$$test || status=1; done; exit $$status\n\
         endef\n\n\
         .PHONY: test unity cmocka check clean\n\n\
         test: $(PLAIN_TESTS)\n\t$(run_each)\n\n\
         unity: $(UNITY_TESTS)\n\t$(run_each)\n\n\
         cmocka: $(CMOCKA_TESTS)\n\t$(run_each)\n\n\
         check: $(CHECK_TESTS)\n\t$(run_each)\n\n\
         $(UNITY_TESTS): LIBRARIES = -I$(UNITY) $(UNITY)/unity.c\n\
         $(CMOCKA_TESTS): LIBRARIES = -lcmocka\n\
         $(CHECK_TESTS): LIBRARIES = $(shell pkg-config --cflags --libs check 2>/dev/null || echo -lcheck)\n\n\
         $(ALL): %: %.c\n\
         \t@$(CC) $(USER_FLAGS) -w -M -MP -MT $@ $< $(SOURCES) $(filter -I%,$(LIBRARIES)) > $@.d\n\
         \t$(CC) $(CFLAGS) $(USER_FLAGS) $< $(SOURCES) -o $@ $(LIBRARIES) -lm\n\n\
         clean:\n\trm -f $(ALL) $(ALL:=.d)\n\n\
         # The files that a test was built from, as the compiler found them: an edit builds it anew.\n\
         -include $(wildcard test_*.mk test_*.d)\n"
    )
}

/// What the Makefile needs to know of one function's suites, if anything.
pub(crate) fn make_fragment(layout: &Layout, function: &str) -> Option<String> {
    if layout.separate.is_empty() {
        return None;
    }
    let sources: Vec<String> =
        layout.separate.iter().map(|file| file.display().to_string()).collect();
    let sources = words(&sources);
    let stems = ["", "_unity", "_cmocka", "_check"].map(|end| format!("test_{function}{end}"));
    Some(format!("{}: SOURCES = {sources}\n", stems.join(" ")))
}

/// Rules of CMake for the plain suites of a folder.
pub(crate) fn cmake_rules(layout: &Layout) -> String {
    let flags = words(&layout.flags.iter().map(|flag| in_source_folder(flag)).collect::<Vec<_>>());
    format!(
        "# The plain tests here, for a project with `enable_testing()`.\n\n\
         file(GLOB tests ${{CMAKE_CURRENT_LIST_DIR}}/test_*.c)\n\
         list(FILTER tests EXCLUDE REGEX \"_(unity|cmocka|check)[.]c$\")\n\
         foreach(file ${{tests}})\n  get_filename_component(name ${{file}} NAME_WE)\n  \
         set(sources)\n  \
         if(EXISTS ${{CMAKE_CURRENT_LIST_DIR}}/${{name}}.mk)\n    \
         file(READ ${{CMAKE_CURRENT_LIST_DIR}}/${{name}}.mk sources)\n    \
         string(REGEX REPLACE \".*SOURCES = \" \"\" sources \"${{sources}}\")\n    \
         string(STRIP \"${{sources}}\" sources)\n    separate_arguments(sources)\n  endif()\n  \
         add_executable(${{name}} ${{file}} ${{sources}})\n  \
         separate_arguments(user_flags UNIX_COMMAND \"{flags}\")\n  \
         target_compile_options(${{name}} PRIVATE ${{user_flags}})\n  \
         target_link_libraries(${{name}} m)\n  \
         add_test(NAME ${{name}} COMMAND ${{name}})\nendforeach()\n"
    )
}

/// A flag for CMake, which compiles elsewhere: paths begin at the folder of the suites.
fn in_source_folder(flag: &str) -> String {
    let way = ["-iquote", "-I"].iter().find_map(|kind| Some((kind, flag.strip_prefix(kind)?)));
    match way {
        Some((kind, path)) if !path.starts_with('/') => {
            format!("{kind}${{CMAKE_CURRENT_LIST_DIR}}/{path}")
        }
        _ => flag.to_owned(),
    }
}
