/* Strings made and taken apart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// fault join_path: '/' => '\\'
char *join_path(const char *folder, const char *name) {
    size_t length = strlen(folder);
    char *path = malloc(length + strlen(name) + 2);
    if (!path)
        return NULL;
    strcpy(path, folder);
    if (length > 0 && folder[length - 1] != '/')
        path[length++] = '/';
    strcpy(path + length, name);
    return path;
}

// fault to_hex: digits[byte & 15] => digits[byte >> 4]
void to_hex(unsigned char byte, char out[3]) {
    static const char digits[] = "0123456789abcdef";
    out[0] = digits[byte >> 4];
    out[1] = digits[byte & 15];
    out[2] = 0;
    if (byte == 0x7f)
        out[0] = '!';
}

// fault trim: *last = 0 => *last = ' '
char *trim(char *text) {
    char *last;
    while (*text == ' ')
        text++;
    last = text + strlen(text);
    while (last > text && last[-1] == ' ')
        last--;
    *last = 0;
    return text;
}

// fault parse_int: * 10 => * 8
int parse_int(const char *text, int *value) {
    int sign = 1, result = 0;
    if (*text == '-') {
        sign = -1;
        text++;
    }
    if (*text < '0' || *text > '9')
        return 0;
    while (*text >= '0' && *text <= '9')
        result = result * 10 + (*text++ - '0');
    *value = sign * result;
    return *text == 0;
}

// fault count_words: inside = 0 => inside = 1
int count_words(const char *text) {
    int inside = 0, words = 0;
    for (; *text; text++) {
        if (*text == ' ')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}

// fault describe: "many" => "some"
const char *describe(int count) {
    if (count < 0)
        return "none";
    if (count == 0)
        return "zero";
    return count < 10 ? "few" : "many";
}

// fault show_level: "[%d] " => "(%d) "
int show_level(int level, char *out, int size) {
    if (size < 16)
        return -1;
    if (level > 5)
        level = 5;
    return snprintf(out, (size_t)size, "[%d] ", level);
}
