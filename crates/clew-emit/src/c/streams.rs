//! The streams that a test's `FILE *` lead to.

use super::body::Body;
use super::literal;
use super::scope::given_values;
use crate::suite::Suite;
use clew_symbolic::{StreamKind, Target, TestCase, Value};
use std::collections::BTreeSet;

impl Body<'_> {
    /// Opens the streams that the inputs lead to. One that a parameter leads to has the
    /// parameter's name.
    pub(super) fn declare_streams(&mut self) {
        for number in used(self.case) {
            let stream = &self.case.streams[number];
            let parameter = self
                .case
                .arguments
                .iter()
                .find(|argument| argument.value == Value::Pointer(Target::Stream(number)));
            let wanted = parameter.map_or(&stream.name, |argument| &argument.name);
            let name = self.scope.name(wanted, "stream");
            let value = match stream.kind {
                StreamKind::File => {
                    let (size, text) = (stream.content.len(), literal::string(&stream.content));
                    format!("clew_file({text}, {size})")
                }
                StreamKind::Unreadable => "clew_unreadable()".to_owned(),
                StreamKind::Unwritable => "clew_unwritable()".to_owned(),
                StreamKind::Failed => "clew_failed()".to_owned(),
            };
            self.line(format!("FILE *{name} = {value};"));
            self.streams[number] = Some(name);
        }
    }
}

/// The streams that inputs of a test lead to.
fn used(case: &TestCase) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let objects = case.objects.iter().flat_map(|object| &object.before);
    for value in given_values(case).chain(objects) {
        value.for_each_target(&mut |target| {
            if let Target::Stream(number) = target
                && number < case.streams.len()
            {
                found.insert(number);
            }
        });
    }
    found
}

/// The functions that the tests of a suite open their streams with.
pub(super) fn definitions(suite: &Suite<'_>) -> String {
    let kinds = suite.tests.iter().flat_map(|test| {
        let streams = used(&test.case).into_iter();
        streams.map(|number| test.case.streams[number].kind)
    });
    let kinds: Vec<StreamKind> = kinds.collect();
    let has = |kind| kinds.contains(&kind);
    let mut text = String::new();
    if has(StreamKind::File) {
        text.push_str(FILE);
    }
    if kinds.iter().any(|kind| *kind != StreamKind::File) {
        text.push_str(OPEN);
    }
    if has(StreamKind::Unreadable) {
        text.push_str(UNREADABLE);
    }
    if has(StreamKind::Unwritable) {
        text.push_str(UNWRITABLE);
    }
    if has(StreamKind::Failed) {
        text.push_str(FAILED);
    }
    text
}

const FILE: &str = "
extern void *clew_new_file(void) CLEW_SYMBOL(tmpfile);
extern clew_size clew_fill_file(const void *from, clew_size size, clew_size count, void *file)
    CLEW_SYMBOL(fwrite);
extern void clew_rewind(void *file) CLEW_SYMBOL(rewind);

/* A temporary file with this content, to be read and written. */
static void *clew_file(const char *content, clew_size size) {
    void *file = clew_new_file();
    if (file == NULL || clew_fill_file(content, 1, size, file) != size)
        clew_abort();
    clew_rewind(file);
    return file;
}
";

const OPEN: &str = "
extern int clew_open(const char *path, int flags, ...) CLEW_SYMBOL(open);
extern void *clew_stream_of(int descriptor, const char *mode) CLEW_SYMBOL(fdopen);
";

const UNREADABLE: &str = "
/* A stream from which reading fails. */
static void *clew_unreadable(void) {
    return clew_stream_of(clew_open(\"/dev/null\", 1), \"w\");
}
";

const UNWRITABLE: &str = "
/* An empty stream to which writing fails. */
static void *clew_unwritable(void) {
    return clew_stream_of(clew_open(\"/dev/null\", 0), \"r\");
}
";

const FAILED: &str = "
extern int clew_put_character(int c, void *file) CLEW_SYMBOL(fputc);

/* An empty stream to which writing fails, and has failed already. */
static void *clew_failed(void) {
    void *stream = clew_stream_of(clew_open(\"/dev/null\", 0), \"r\");
    clew_put_character('0', stream);
    return stream;
}
";
