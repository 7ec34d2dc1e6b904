//! What `gen` and others write is theirs, and nothing else is touched.

use crate::common::clew;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

const CODE: &str = "int one(int x) { return x > 1; }\nint two(int x) { return x > 2; }\n";

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let place = Self { folder };
        place.write("f.c", CODE);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn clew(&self, arguments: &[&str]) -> Output {
        clew().args(arguments).current_dir(self.folder.path()).output().expect("a run")
    }

    /// A run that ends well.
    fn done(&self, arguments: &[&str]) {
        let output = self.clew(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", message(&output));
    }

    /// A run that refuses to touch these files: nothing changes anywhere.
    fn refused(&self, arguments: &[&str], names: &[&str]) {
        let before = files(self.folder.path());
        let output = self.clew(arguments);
        let said = message(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        let missing: Vec<_> = names.iter().filter(|name| !said.contains(*name)).collect();
        assert!(missing.is_empty() && said.contains("move or remove"), "{missing:?} in {said}");
        assert_eq!(files(self.folder.path()), before);
    }
}

fn message(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every file and link of a folder, with what is in it.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let data = std::fs::symlink_metadata(&path).expect("a file");
        if data.is_dir() {
            found.extend(files(&path));
            found.insert(path, b"a folder".to_vec());
        } else {
            let text = std::fs::read(&path).unwrap_or_default();
            found.insert(path, text);
        }
    }
    found
}

const GEN: [&str; 4] = ["gen", "f.c", "-o", "out"];

#[test]
fn a_second_run_takes_the_place_of_the_first() {
    let place = Place::new();
    place.done(&GEN);
    let first = files(&place.path("out"));
    place.done(&GEN);
    let second = files(&place.path("out"));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    let manifest = std::fs::read_to_string(place.path("out/clew-manifest.json")).expect("a list");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let listed = manifest["files"].as_object().expect("files");
    for (path, _) in second.iter().filter(|(path, _)| path.is_file()) {
        let name = path.strip_prefix(place.path("out")).expect("a name").display().to_string();
        assert!(name == "clew-manifest.json" || listed.contains_key(&name), "{name} is not listed");
    }
    assert!(listed.values().all(|it| it.get("before").is_none()), "{manifest:#}");
}

#[test]
fn files_of_the_users_are_named_and_stay() {
    let place = Place::new();
    for name in ["test_one.c", "result.json", "tests-two.json", "proofs/one/notes", "journal/one-1"]
    {
        place.write(&format!("out/{name}"), "mine\n");
    }
    std::fs::create_dir(place.path("out/test_two.c")).expect("a folder");
    std::os::unix::fs::symlink("/nowhere", place.path("out/test_two.mk")).expect("a link");
    let names = [
        "test_one.c",
        "result.json",
        "tests-two.json",
        "proofs/one/notes",
        "journal/one-1",
        "test_two.c",
        "test_two.mk",
    ];
    place.refused(&GEN, &names);
}

#[test]
fn a_test_that_was_edited_stays() {
    let place = Place::new();
    place.done(&GEN);
    place.write("out/test_one.c", "/* mine */\n");
    place.refused(&GEN, &["test_one.c"]);
    // Another function is nobody's.
    place.done(&["gen", "f.c", "-o", "out", "-f", "two"]);
    // What was moved away makes room.
    std::fs::remove_file(place.path("out/test_one.c")).expect("removed");
    place.done(&GEN);
}

#[test]
fn results_of_versions_without_a_list_are_not_taken_for_ours() {
    let place = Place::new();
    place.done(&GEN);
    std::fs::remove_file(place.path("out/clew-manifest.json")).expect("removed");
    place.refused(&GEN, &["result.json", "test_one.c", "this version of Clew"]);
}

#[test]
fn the_folder_of_the_sources_is_a_folder_for_tests() {
    let place = Place::new();
    place.write("Makefile", "all:\n\techo mine\n");
    place.write("CMakeLists.txt", "# mine\n");
    place.write("src/notes.txt", "mine\n");
    let before = files(place.folder.path());
    place.done(&["gen", "f.c", "-o", ".", "--standalone"]);
    let after = files(place.folder.path());
    assert!(before.iter().all(|(path, text)| after[path] == *text));
    let made = std::process::Command::new("make")
        .args(["-f", "clew-tests.mk"])
        .current_dir(place.folder.path())
        .output()
        .expect("make");
    assert!(made.status.success(), "{}", message(&made));
    place.done(&["gen", "f.c", "-o", "."]);
}

#[test]
fn make_and_cmake_build_the_tests() {
    let place = Place::new();
    place.done(&GEN);
    let run = |program: &str, arguments: &[&str]| {
        let mut command = std::process::Command::new(program);
        let output =
            command.args(arguments).current_dir(place.path("out")).output().expect(program);
        assert!(output.status.success(), "{program}: {}", message(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(run("make", &[]).contains("ok 1"));
    if std::process::Command::new("cmake").arg("--version").output().is_ok() {
        run("cmake", &["-S", ".", "-B", "build"]);
        run("cmake", &["--build", "build"]);
        run("ctest", &["--test-dir", "build"]);
    }
}

#[test]
fn what_is_no_folder_is_refused() {
    let place = Place::new();
    place.write("out", "mine\n");
    let output = place.clew(&GEN);
    assert_eq!(output.status.code(), Some(2));
    assert!(message(&output).contains("out is not a folder"), "{}", message(&output));
    assert_eq!(std::fs::read_to_string(place.path("out")).expect("a file"), "mine\n");
}

#[test]
fn one_run_at_a_time_in_a_folder() {
    let place = Place::new();
    let code = "int f(unsigned x) { unsigned h = x * 2654435761u; h ^= h >> 15; h *= 2246822519u; \
                h ^= h >> 13; if (h % 1000003u == 77u && h / 7u % 999983u == 5u) return 1; return 0; }\n";
    place.write("hard.c", code);
    let mut first = clew()
        .args(["gen", "hard.c", "-o", "out", "-b", "5m", "--techniques", "random"])
        .current_dir(place.folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a run");
    let start = std::time::Instant::now();
    while !place.path("out/journal/f-1").exists() {
        assert!(start.elapsed().as_secs() < 60, "no journal");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let output = place.clew(&GEN);
    assert_eq!(output.status.code(), Some(2), "{}", message(&output));
    assert!(
        message(&output).contains("another run of Clew is at work in out"),
        "{}",
        message(&output)
    );
    assert!(!place.path("out/test_one.c").exists());
    first.kill().expect("killed");
    first.wait().expect("an end");
    // The lock goes with its process, and what was written is known to be Clew's.
    place.done(&["gen", "hard.c", "-o", "out", "-b", "1s"]);
}

#[test]
fn reports_and_pictures_replace_their_own_files_only() {
    let place = Place::new();
    let with_report = ["gen", "f.c", "-o", "out", "--report", "html,lcov=notes/lcov.info"];
    place.write("g.c", "int three(int x) { if (x > 3) return 1; return 0; }\n");
    place.write("notes/lcov.info", "mine\n");
    place.refused(&with_report, &["lcov.info"]);
    std::fs::remove_file(place.path("notes/lcov.info")).expect("removed");
    place.done(&with_report);
    place.done(&with_report);
    for arguments in [
        ["cfg", "f.c", "-f", "one", "-o", "one.dot"].as_slice(),
        &["explain", "g.c", "1", "-f", "three", "-o", "why.txt"],
        &["label", "f.c", "--instrument", "annotate", "-o", "labels"],
    ] {
        place.done(arguments);
        place.done(arguments);
    }
    place.write("one.dot", "mine\n");
    place.refused(&["cfg", "f.c", "-f", "one", "-o", "one.dot"], &["one.dot"]);
    place.refused(&["cfg", "f.c", "-f", "one", "-o", "f.c"], &["f.c"]);
    place.refused(&["explain", "g.c", "1", "-f", "three", "-o", "f.c"], &["f.c"]);
    place.refused(
        &["label", "g.c", "-c", "branch", "--instrument", "annotate", "-o", "."],
        &["g.c"],
    );
    place.done(&["cfg", "f.c", "-f", "one", "-o", "/dev/null"]);
    place.write("queries/one.smt2", "mine\n");
    let output = place.clew(&["gen", "f.c", "-o", "out", "--dump-queries", "queries"]);
    assert_eq!(output.status.code(), Some(2), "{}", message(&output));
    assert_eq!(std::fs::read(place.path("queries/one.smt2")).expect("a file"), b"mine\n");
}
