use super::*;

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

fn owner(function: &str) -> Owner {
    Owner { function: function.to_owned(), file: "a.c".into() }
}

fn write(out: &OutputFolder, function: &str, name: &str, text: &str) -> Result<(), OutputError> {
    let file = NewFile { name: Path::new(name), bytes: text.as_bytes(), need: Need::Required };
    out.write(&[file], Some(&owner(function)))
}

#[test]
fn files_of_the_users_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let out = OutputFolder::open(path).expect("a folder");
    write(&out, "f", "test_f.c", "one").expect("written");
    write(&out, "f", "test_f.c", "two").expect("its own");
    std::fs::write(path.join("test_f.c"), "mine").expect("a file");
    std::fs::write(path.join("Makefile"), "mine").expect("a file");
    std::fs::create_dir(path.join("test_g.c")).expect("a folder");
    std::os::unix::fs::symlink("/nowhere", path.join("link")).expect("a link");
    for name in ["test_f.c", "Makefile", "test_g.c", "link", "link/a", "../a", "/a", "Makefile/a"] {
        let refused = write(&out, "f", name, "two");
        assert!(matches!(refused, Err(OutputError::InTheWay { .. })), "{name}: {refused:?}");
    }
    let (name, bytes) = (Path::new("Makefile"), b"ours".as_slice());
    out.write(&[NewFile { name, bytes, need: Need::Optional }], None).expect("left alone");
    assert_eq!((read(path, "test_f.c"), read(path, "Makefile")), ("mine".into(), "mine".into()));
}

#[test]
fn nothing_is_written_where_one_file_is_in_the_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = OutputFolder::open(folder.path()).expect("a folder");
    std::fs::write(folder.path().join("b"), "mine").expect("a file");
    let file = |name| NewFile { name: Path::new(name), bytes: b"x", need: Need::Required };
    let error = out.write(&[file("a"), file("b")], None).expect_err("one is in the way");
    assert!(error.to_string().contains(": b; nothing was changed"), "{error}");
    assert!(!folder.path().join("a").exists() && !folder.path().join(MANIFEST).exists());
}

#[test]
fn claims_are_checked_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = OutputFolder::open(folder.path()).expect("a folder");
    write(&out, "f", "proofs/f/a.proof", "one").expect("written");
    let claims = [Claim::Folder("proofs/f".into()), Claim::File("test_f.c".into())];
    out.claim(&claims, []).expect("its own");
    std::fs::create_dir_all(folder.path().join("proofs/f/more")).expect("a folder");
    std::fs::write(folder.path().join("proofs/f/more/notes"), "mine").expect("a file");
    let error = out.claim(&claims, []).expect_err("a file of the user's");
    let names = vec![PathBuf::from("proofs/f/more/notes")];
    assert!(matches!(error, OutputError::InTheWay { names: it, .. } if it == names));
}

#[test]
fn one_run_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = OutputFolder::open(folder.path()).expect("a folder");
    let second = OutputFolder::open(folder.path());
    assert!(matches!(second, Err(OutputError::Busy { .. })), "{second:?}");
    drop(first);
    OutputFolder::open(folder.path()).expect("a folder");
}

#[test]
fn no_folder_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").expect("a file");
    assert!(matches!(OutputFolder::open(&file), Err(OutputError::NoFolder { .. })));
    std::fs::write(folder.path().join(MANIFEST), "mine").expect("a file");
    assert!(matches!(OutputFolder::open(folder.path()), Err(OutputError::InTheWay { .. })));
    assert_eq!(read(folder.path(), MANIFEST), "mine");
}

#[test]
fn stale_files_go_and_changed_ones_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let out = OutputFolder::open(path).expect("a folder");
    for (function, name) in
        [("f", "test_f.c"), ("g", "test_g.c"), ("f", "Makefile"), ("g", "Makefile"), ("h", "h/a")]
    {
        write(&out, function, name, "text").expect("written");
    }
    write(&out, "i", "test_i.c", "text").expect("written");
    std::fs::write(path.join("test_i.c"), "mine").expect("a file");
    drop(out);
    let out = OutputFolder::open(path).expect("a folder");
    let stale = out.remove_stale(|function, _| function != "g").expect("removed");
    assert_eq!(stale.removed, [Path::new("h/a"), Path::new("test_f.c")]);
    assert_eq!(stale.kept, [Path::new("test_i.c")]);
    assert!(path.join("test_g.c").exists() && path.join("Makefile").exists());
    assert!(!path.join("h").exists() && read(path, "test_i.c") == "mine");
    assert_eq!(out.remove_stale(|function, _| function != "g").expect("none"), Stale::default());
}

#[test]
fn a_folder_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = OutputFolder::open(folder.path()).expect("a folder");
    let file = |name| NewFile { name: Path::new(name), bytes: b"x", need: Need::Required };
    let below = Path::new("proofs/f");
    out.replace(below, &[file("proofs/f/a"), file("proofs/f/b")], None).expect("written");
    std::fs::write(folder.path().join("proofs/f/c"), "mine").expect("a file");
    out.replace(below, &[file("proofs/f/b")], None).expect("written");
    assert!(!folder.path().join("proofs/f/a").exists());
    assert!(folder.path().join("proofs/f/b").exists() && folder.path().join("proofs/f/c").exists());
}

#[test]
fn a_named_file_is_the_users_or_clews() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.svg");
    write_named(&path, b"one").expect("written");
    write_named(&path, b"two").expect("its own");
    std::fs::write(&path, "mine").expect("a file");
    assert!(matches!(write_named(&path, b"three"), Err(OutputError::InTheWay { .. })));
    assert_eq!(read(folder.path(), "a.svg"), "mine");
    write_named(Path::new("/dev/null"), b"three").expect("a device");
}
