/* What a program can tell Clew. */
#ifndef CLEW_H
#define CLEW_H

/* Inputs for which the condition does not hold are excluded. */
void clew_assume(int condition);

#endif
