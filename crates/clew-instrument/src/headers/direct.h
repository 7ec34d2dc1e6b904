/* What happens where a label is covered: define CLEW_COVERED(label) to count, or to log. */
#ifndef CLEW_COVERED
#define CLEW_COVERED(label) ((void)(label))
#endif
#define clew_covered(label) CLEW_COVERED(label)
