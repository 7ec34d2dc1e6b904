// test: gen
// One line of a configuration file: section, comment, key, key with value, with quotes.
// clew-gen: -f parse_line
// expect-total: branch 38
// expect-covered: branch 38
// expect-infeasible: branch 0
#include <ctype.h>

enum line { EMPTY, COMMENT, SECTION, FLAG, VALUE, BROKEN };

enum line parse_line(const char *line) {
    while (*line == ' ' || *line == '\t')
        line++;
    if (*line == '\0')
        return EMPTY;
    if (*line == '#' || *line == ';')
        return COMMENT;
    if (*line == '[') {
        int length = 0;
        while (isalnum((unsigned char)*++line))
            length++;
        return *line == ']' && length > 0 ? SECTION : BROKEN;
    }
    if (!isalpha((unsigned char)*line))
        return BROKEN;
    while (isalnum((unsigned char)*line) || *line == '-')
        line++;
    if (*line == '\0')
        return FLAG;
    if (*line++ != '=')
        return BROKEN;
    int quoted = 0;
    for (; *line != '\0'; line++) {
        if (*line == '"')
            quoted = !quoted;
        else if (*line == '#' && !quoted)
            break;
    }
    return quoted ? BROKEN : VALUE;
}
