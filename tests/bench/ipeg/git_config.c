// A parser of configuration files in the manner of Git's: sections, names and values. ipeg: parse
#ifndef LENGTH
#define LENGTH 5
#endif
char text[LENGTH];
static int position, line, is_at_end;

static int next_character(void) {
    int character;
    if (position >= LENGTH) {
        is_at_end = 1;
        return '\n';
    }
    character = text[position++];
    if (character == '\r') {
        if (position < LENGTH && text[position] == '\n')
            character = text[position++];
    }
    if (character == '\n')
        line++;
    if (character == 0) {
        is_at_end = 1;
        return '\n';
    }
    return character;
}

static int is_space(int character) {
    return character == ' ' || character == '\t';
}

static int is_name(int character) {
    return (character >= 'a' && character <= 'z') || character == '-';
}

static int parse_section(void) {
    int length = 0;
    for (;;) {
        int character = next_character();
        if (is_at_end)
            return -1;
        if (character == ']')
            return length;
        if (!is_name(character))
            return -1;
        length++;
    }
}

static int parse_value(void) {
    int quoted = 0, length = 0, comment = 0;
    for (;;) {
        int character = next_character();
        if (character == '\n') {
            if (quoted)
                return -1;
            return length;
        }
        if (comment)
            continue;
        if (is_space(character) && !quoted)
            continue;
        if (!quoted && (character == ';' || character == '#')) {
            comment = 1;
            continue;
        }
        if (character == '"') {
            quoted = 1 - quoted;
            continue;
        }
        length++;
    }
}

static int parse_name(void) {
    int character;
    do {
        character = next_character();
        if (is_at_end)
            return 0;
    } while (is_name(character));
    while (is_space(character))
        character = next_character();
    if (character == '\n')
        return 0;
    if (character != '=')
        return -1;
    return parse_value();
}

int parse(void) {
    int sections = 0, comment = 0;
    position = 0;
    line = 1;
    is_at_end = 0;
    for (;;) {
        int character = next_character();
        if (character == '\n') {
            if (is_at_end)
                return sections;
            comment = 0;
            continue;
        }
        if (comment || is_space(character))
            continue;
        if (character == '#' || character == ';') {
            comment = 1;
            continue;
        }
        if (character == '[') {
            if (parse_section() <= 0)
                return -line;
            sections++;
            continue;
        }
        if (!is_name(character))
            return -line;
        if (parse_name() < 0)
            return -line;
    }
}
