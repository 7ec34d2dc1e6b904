//! What the library does otherwise in tests: it does not wait, and its local time is universal time.

/// The definitions that a program needs which calls some library functions.
pub(super) fn definitions(calls: impl Fn(&str) -> bool) -> String {
    let waiting = WAITING.iter().filter(|(name, _)| calls(name));
    let mut text: String = waiting.map(|(_, definition)| *definition).collect();
    if LOCAL_TIME.iter().any(|name| calls(name)) {
        text.push_str(ZONE);
    }
    text
}

/// Library functions that only wait: tests do not.
const WAITING: [(&str, &str); 3] = [
    (
        "sleep",
        "
unsigned clew_sleep(unsigned seconds) CLEW_SYMBOL(sleep);

/* Tests do not wait. */
unsigned clew_sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}
",
    ),
    (
        "usleep",
        "
int clew_usleep(unsigned microseconds) CLEW_SYMBOL(usleep);

/* Tests do not wait. */
int clew_usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}
",
    ),
    (
        "nanosleep",
        "
int clew_nanosleep(const void *duration, void *rest) CLEW_SYMBOL(nanosleep);

/* Tests do not wait. */
int clew_nanosleep(const void *duration, void *rest) {
    (void)duration;
    (void)rest;
    return 0;
}
",
    ),
];

/// Library functions that depend on where the computer is.
const LOCAL_TIME: [&str; 6] =
    ["localtime", "localtime_r", "mktime", "ctime", "ctime_r", "timelocal"];

/// Puts the computer where the machine is.
const ZONE: &str = "
int clew_setenv(const char *name, const char *value, int replaces) CLEW_SYMBOL(setenv);

/* The local time of the tests is universal time. */
__attribute__((constructor)) static void clew_zone(void) {
    clew_setenv(\"TZ\", \"UTC0\", 1);
}
";
