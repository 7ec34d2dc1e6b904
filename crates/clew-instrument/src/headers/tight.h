/* The choice whether to aim at a label. A tool that searches takes both ways:
     -DCLEW_CHOICE=__VERIFIER_nondet_int   a function without parameters
     -DCLEW_KLEE                           klee_int
   Without either, no label is aimed at, and the program runs as it is. */
#if defined(CLEW_KLEE)
int klee_int(const char *name);
#define clew_choice() klee_int("clew_choice")
#elif defined(CLEW_CHOICE)
int CLEW_CHOICE(void);
#define clew_choice() CLEW_CHOICE()
#else
#define clew_choice() 0
#endif

/* What happens where a label is covered: define CLEW_COVERED(label) to count, or to log. */
#ifndef CLEW_COVERED
#define CLEW_COVERED(label) ((void)(label))
#endif

/* The run ends: with a label that is covered, or without one where its predicate does not hold. */
extern void exit(int);
#define clew_end() exit(0)
#define clew_stop(label) (CLEW_COVERED(label), clew_end())
#ifndef clew_require
#define clew_require(predicate) ((predicate) ? (void)0 : clew_end())
#endif
