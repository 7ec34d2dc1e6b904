/* What a program can tell Clew. */
#ifndef CLEW_H
#define CLEW_H

/* Inputs for which the condition does not hold are excluded. */
void clew_assume(int condition);

/* A test is wanted that comes here when the condition holds; a string behind it is its name.
   Clew does not evaluate the condition as part of the program. */
void clew_label(int condition, ...);

#endif
