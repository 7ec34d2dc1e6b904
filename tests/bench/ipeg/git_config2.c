// The same parser on ten characters. ipeg: parse
#define LENGTH 10
#include "git_config.c"
