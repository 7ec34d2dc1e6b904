/* Command line options, with GNU's permutation of arguments. */
#include "clew_stdio.h"

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

int fprintf(FILE *stream, const char *format, ...);
int strcmp(const char *a, const char *b);

/* What `optopt` becomes after a call. */
static int last_unknown;
/* Where in a group of short options (`-abc`) the next one stands; null between arguments. */
static char *cursor;
/* The arguments skipped as no options, to be moved behind the options: first, and one past. */
static int first_skipped;
static int end_skipped;

static int is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != '\0';
}

/* Moves the skipped arguments behind the options that were found after them. */
static void exchange(char **arguments)
{
    int from;
    for (from = end_skipped; from < optind; from++) {
        char *moved = arguments[from];
        int i;
        for (i = from; i > first_skipped + (from - end_skipped); i--)
            arguments[i] = arguments[i - 1];
        arguments[i] = moved;
    }
    first_skipped += optind - end_skipped;
    end_skipped = optind;
}

/* Goes to the next argument that is an option: 1 when it stands there, 2 when something else does,
 * 0 when there is none. */
static int find_option(int count, char **arguments, int stops_early)
{
    if (!stops_early) {
        if (first_skipped != end_skipped && end_skipped != optind)
            exchange(arguments);
        else if (end_skipped != optind)
            first_skipped = optind;
        while (optind < count && !is_option(arguments[optind]))
            optind++;
        end_skipped = optind;
    }
    if (optind < count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (first_skipped != end_skipped && end_skipped != optind)
            exchange(arguments);
        else if (first_skipped == end_skipped)
            first_skipped = optind;
        end_skipped = count;
        optind = count;
    }
    if (optind >= count) {
        if (first_skipped != end_skipped)
            optind = first_skipped;
        return 0;
    }
    return is_option(arguments[optind]) ? 1 : 2;
}

static int has_letter(const char *letters, char letter)
{
    while (*letters != '\0') {
        if (*letters == letter)
            return 1;
        letters++;
    }
    return 0;
}

/* Whether `name`, up to `length`, starts the option's name; 2 when it is all of it. */
static int matches(const char *name, size_t length, const struct option *option)
{
    size_t i;
    for (i = 0; i < length; i++) {
        if (option->name[i] != name[i])
            return 0;
    }
    return option->name[length] == '\0' ? 2 : 1;
}

/* Takes a long option. -2 means that its argument is missing, -3 that `-name` is none and may be
 * a group of short ones. */
static int long_option(int count, char **arguments, const char *letters,
                       const struct option *options, int *index, int is_single, int is_quiet)
{
    const char *dashes = is_single ? "-" : "--";
    char *name = cursor;
    size_t length = 0;
    const struct option *found = NULL;
    int is_ambiguous = 0;
    int i;
    while (name[length] != '\0' && name[length] != '=')
        length++;
    for (i = 0; options[i].name != NULL; i++) {
        int match = matches(name, length, &options[i]);
        if (match == 2) {
            found = &options[i];
            is_ambiguous = 0;
            break;
        }
        if (match == 1) {
            if (found != NULL
                && (is_single || found->has_arg != options[i].has_arg || found->flag != options[i].flag
                    || found->val != options[i].val))
                is_ambiguous = 1;
            else if (found == NULL)
                found = &options[i];
        }
    }
    if (found == NULL && is_single && has_letter(letters, *name))
        return -3;
    cursor = NULL;
    optind++;
    if (is_ambiguous) {
        if (!is_quiet) {
            fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", arguments[0], dashes,
                    name);
            for (i = 0; options[i].name != NULL; i++) {
                if (matches(name, length, &options[i]))
                    fprintf(stderr, " '%s%s'", dashes, options[i].name);
            }
            fprintf(stderr, "\n");
        }
        last_unknown = 0;
        return '?';
    }
    if (found == NULL) {
        if (!is_quiet)
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", arguments[0], dashes, name);
        last_unknown = 0;
        return '?';
    }
    if (name[length] == '=') {
        if (found->has_arg == 0) {
            if (!is_quiet)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", arguments[0],
                        dashes, found->name);
            last_unknown = found->val;
            return '?';
        }
        optarg = name + length + 1;
    } else if (found->has_arg == 1) {
        if (optind >= count) {
            if (!is_quiet)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", arguments[0], dashes,
                        found->name);
            last_unknown = found->val;
            return -2;
        }
        optarg = arguments[optind];
        optind++;
    }
    if (index != NULL)
        *index = (int)(found - options);
    if (found->flag != NULL) {
        *found->flag = found->val;
        return 0;
    }
    return found->val;
}

/* Takes a short option; -2 means that its argument is missing. */
static int short_option(int count, char **arguments, const char *letters, int is_quiet)
{
    char letter = *cursor;
    const char *spec = letters;
    cursor++;
    while (*spec != '\0' && *spec != letter)
        spec++;
    if (*cursor == '\0') {
        cursor = NULL;
        optind++;
    }
    if (*spec == '\0' || letter == ':' || letter == ';') {
        if (!is_quiet)
            fprintf(stderr, "%s: invalid option -- '%c'\n", arguments[0], letter);
        last_unknown = letter;
        return '?';
    }
    if (spec[1] != ':')
        return letter;
    if (cursor != NULL) {
        optarg = cursor;
        cursor = NULL;
        optind++;
    } else if (spec[2] == ':') {
        optarg = NULL;
    } else if (optind < count) {
        optarg = arguments[optind];
        optind++;
    } else {
        if (!is_quiet)
            fprintf(stderr, "%s: option requires an argument -- '%c'\n", arguments[0], letter);
        last_unknown = letter;
        return -2;
    }
    return letter;
}

static int next_option(int count, char **arguments, const char *letters,
                       const struct option *options, int *index, int is_long_only)
{
    int returns_all = letters[0] == '-';
    int stops_early = letters[0] == '+' || returns_all;
    int gives_colon;
    int is_quiet;
    int result;
    if (count < 1)
        return -1;
    optarg = NULL;
    if (optind == 0) {
        optind = 1;
        cursor = NULL;
    }
    if (cursor == NULL && optind == 1) {
        first_skipped = 1;
        end_skipped = 1;
    }
    if (letters[0] == '+' || letters[0] == '-')
        letters++;
    gives_colon = letters[0] == ':';
    is_quiet = gives_colon || !opterr;
    if (cursor == NULL) {
        char *argument;
        int found = find_option(count, arguments, stops_early);
        if (found == 0 || (found == 2 && !returns_all))
            return -1;
        if (found == 2) {
            optarg = arguments[optind];
            optind++;
            return 1;
        }
        argument = arguments[optind];
        cursor = argument + 1;
        if (options != NULL) {
            int is_single = argument[1] != '-';
            if (!is_single)
                cursor = argument + 2;
            if (!is_single
                || (is_long_only && (argument[2] != '\0' || !has_letter(letters, argument[1])))) {
                result = long_option(count, arguments, letters, options, index, is_single, is_quiet);
                if (result != -3)
                    return result == -2 ? (gives_colon ? ':' : '?') : result;
            }
        }
    }
    result = short_option(count, arguments, letters, is_quiet);
    return result == -2 ? (gives_colon ? ':' : '?') : result;
}

/* Every call ends so. */
static int reported(int result)
{
    optopt = last_unknown;
    return result;
}

int getopt(int count, char *const *arguments, const char *letters)
{
    return reported(next_option(count, (char **)arguments, letters, NULL, NULL, 0));
}

int getopt_long(int count, char *const *arguments, const char *letters,
                const struct option *options, int *index)
{
    return reported(next_option(count, (char **)arguments, letters, options, index, 0));
}

int getopt_long_only(int count, char *const *arguments, const char *letters,
                     const struct option *options, int *index)
{
    return reported(next_option(count, (char **)arguments, letters, options, index, 1));
}
