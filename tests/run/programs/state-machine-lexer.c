// test: run
// A table-driven lexer with function pointers per state.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum class { ALPHA, DIGIT, SPACE, QUOTE, PUNCT, END, CLASSES };
enum state { START, WORD, NUMBER, TEXT, STATES };
struct lexer { const char *at, *mark; enum state state; int tokens[STATES]; };
typedef enum state action(struct lexer *);

static enum state begin_word(struct lexer *l) { l->mark = l->at; return WORD; }
static enum state begin_number(struct lexer *l) { l->mark = l->at; return NUMBER; }
static enum state begin_text(struct lexer *l) { l->mark = l->at + 1; return TEXT; }
static enum state stay(struct lexer *l) { return l->state; }
static enum state emit(struct lexer *l) {
    static const char *const names[] = {"?", "word", "number", "text"};
    printf("%s(%.*s) ", names[l->state], (int)(l->at - l->mark), l->mark);
    l->tokens[l->state]++;
    if (l->state != TEXT && *l->at) l->at--;
    return START;
}
static enum state punct(struct lexer *l) { printf("'%c' ", *l->at); return START; }

static action *const table[STATES][CLASSES] = {
    [START] = {begin_word, begin_number, stay, begin_text, punct, stay},
    [WORD] = {stay, stay, emit, emit, emit, emit},
    [NUMBER] = {emit, stay, emit, emit, emit, emit},
    [TEXT] = {[ALPHA ... SPACE] = stay, emit, stay, emit},
};
static enum class classify(char c) {
    return !c ? END : isalpha((unsigned char)c) || c == '_' ? ALPHA : isdigit((unsigned char)c) ? DIGIT : isspace((unsigned char)c) ? SPACE : c == '"' ? QUOTE : PUNCT;
}

int main(void) {
    struct lexer l = {.at = "if (count_1 >= 42) print \"a b 3\"; x9y 7z"};
    for (;; l.at++) {
        char c = *l.at;
        l.state = table[l.state][classify(c)](&l);
        if (!*l.at) break;
    }
    printf("\n%d %d %d\n", l.tokens[WORD], l.tokens[NUMBER], l.tokens[TEXT]);
    return 0;
}
