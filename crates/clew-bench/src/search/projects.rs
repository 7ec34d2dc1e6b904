//! The functions that the experiments on searching are made on.
//!
//! They are of registry packages, with a cyclomatic complexity above 8. The list was made once, by a
//! trial (uniformly random choice, 50 runs, one seed) of all such functions of these files. Taken are
//! those where the trial did not end before 20 runs, so that there is something to choose, and took
//! at most about 6 ms for a run, so that the experiments end in time. To the same end some that
//! passed the trial are left out: a part of libyaml's and of QuickJS's, and two slow ones of expat.
//! What was covered played no part.
//!
//! The list stays as it is when Clew changes. Some functions of bzip2 that take a `FILE` ended after one
//! or two runs as long as such a pointer was only null as an input.

use crate::error::Error;
use crate::programs::{Package, Packages};
use std::path::PathBuf;

/// A project.
struct Project {
    name: &'static str,
    package: Package,
    folder: &'static str,
    flags: &'static [&'static str],
    files: &'static [(&'static str, &'static [&'static str])],
}

/// A file with the functions taken from it.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) project: &'static str,
    pub(super) file: PathBuf,
    pub(super) flags: String,
    pub(super) functions: Vec<&'static str>,
}

const PROJECTS: [Project; 7] = [
    Project {
        name: "Lua",
        package: Package { name: "lua-src", version: "551.1.0" },
        folder: "lua-5.4.9",
        flags: &[],
        files: &[
            (
                "lstrlib.c",
                &[
                    "classend",
                    "match_class",
                    "match",
                    "getoption",
                    "getdetails",
                    "unpackint",
                    "str_gsub",
                    "str_unpack",
                ],
            ),
            ("lobject.c", &["luaO_rawarith", "luaO_pushvfstring", "luaO_chunkid"]),
            ("lutf8lib.c", &["utf8_decode", "byteoffset"]),
            ("ltablib.c", &["tmove", "auxsort"]),
            ("liolib.c", &["g_write"]),
            ("lauxlib.c", &["luaL_traceback"]),
        ],
    },
    Project {
        name: "libyaml",
        package: Package { name: "libyaml-sys", version: "0.1.0" },
        folder: "libyaml/src",
        flags: &[
            "-DYAML_VERSION_STRING=\\\"0.2.4\\\"",
            "-DYAML_VERSION_MAJOR=0",
            "-DYAML_VERSION_MINOR=2",
            "-DYAML_VERSION_PATCH=4",
            "-I@/../include",
        ],
        files: &[
            (
                "parser.c",
                &[
                    "yaml_parser_state_machine",
                    "yaml_parser_parse_document_start",
                    "yaml_parser_parse_document_content",
                    "yaml_parser_parse_node",
                    "yaml_parser_parse_block_sequence_entry",
                    "yaml_parser_parse_indentless_sequence_entry",
                    "yaml_parser_parse_block_mapping_key",
                    "yaml_parser_parse_block_mapping_value",
                    "yaml_parser_parse_flow_sequence_entry",
                    "yaml_parser_parse_flow_mapping_key",
                    "yaml_parser_process_directives",
                ],
            ),
            (
                "scanner.c",
                &[
                    "yaml_parser_roll_indent",
                    "yaml_parser_scan_version_directive_value",
                    "yaml_parser_scan_tag_directive_value",
                    "yaml_parser_scan_tag",
                    "yaml_parser_scan_uri_escapes",
                    "yaml_parser_scan_block_scalar_breaks",
                ],
            ),
        ],
    },
    Project {
        name: "QuickJS",
        package: Package { name: "quickjs-sys", version: "0.1.0" },
        folder: "quickjs-2019-07-09",
        flags: &[],
        files: &[
            ("cutils.c", &["unicode_from_utf8"]),
            (
                "libunicode.c",
                &["lre_case_conv", "unicode_get_cc", "compose_pair", "unicode_normalize"],
            ),
            (
                "libregexp.c",
                &[
                    "lre_parse_escape",
                    "parse_unicode_property",
                    "re_parse_char_class",
                    "re_is_simple_quantifier",
                    "re_parse_group_name",
                    "lre_exec_backtrack",
                ],
            ),
        ],
    },
    Project {
        name: "zlib",
        package: Package { name: "libz-sys", version: "1.1.31" },
        folder: "src/zlib",
        flags: &["-DSTDC"],
        files: &[
            ("gzread.c", &["gz_load", "gz_look", "gz_fetch"]),
            ("gzwrite.c", &["gz_comp"]),
            ("gzlib.c", &["gz_open", "gz_error"]),
            ("deflate.c", &["deflateInit2_"]),
        ],
    },
    Project {
        name: "bzip2",
        package: Package { name: "bzip2-sys", version: "0.1.13+1.0.8" },
        folder: "bzip2-1.0.8",
        flags: &[],
        files: &[
            (
                "bzlib.c",
                &["BZ2_bzCompressInit", "BZ2_bzWriteOpen", "BZ2_bzReadOpen", "bzopen_or_bzdopen"],
            ),
            (
                "bzip2.c",
                &["compressStream", "uncompressStream", "testStream", "cleanUpAndFail", "main"],
            ),
        ],
    },
    Project {
        name: "lz4",
        package: Package { name: "lz4-sys", version: "1.11.1+lz4-1.10.0" },
        folder: "liblz4/lib",
        flags: &[],
        files: &[
            ("lz4frame.c", &["LZ4F_compressUpdateImpl", "LZ4F_decodeHeader", "LZ4F_updateDict"]),
            ("lz4.c", &["LZ4_count", "LZ4_decompress_unsafe_generic", "LZ4_decompress_generic"]),
            ("xxhash.c", &["XXH32_finalize", "XXH64_finalize"]),
        ],
    },
    Project {
        name: "expat",
        package: Package { name: "expat-sys", version: "2.1.6" },
        folder: "expat/lib",
        flags: &["-DHAVE_MEMMOVE"],
        files: &[("xmltok.c", &["little2_toUtf8", "big2_toUtf8", "initScan"])],
    },
];

/// The names of the projects, in order.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROJECTS.iter().map(|project| project.name)
}

/// The sources, fetched; for a trial only one function of each file.
pub(super) fn sources(is_quick: bool) -> Result<Vec<Source>, Error> {
    let packages = Packages::fetch(PROJECTS.iter().map(|project| project.package))?;
    let mut sources = Vec::new();
    for project in &PROJECTS {
        let folder = packages.folder(project.package.name)?.join(project.folder);
        let mut flags = format!("-I{}", folder.display());
        for flag in project.flags {
            flags.push(' ');
            flags.push_str(&flag.replace('@', &folder.display().to_string()));
        }
        for (file, functions) in project.files {
            let taken = if is_quick { 1 } else { functions.len() };
            sources.push(Source {
                project: project.name,
                file: folder.join(file),
                flags: flags.clone(),
                functions: functions.iter().copied().take(taken).collect(),
            });
        }
    }
    Ok(sources)
}
