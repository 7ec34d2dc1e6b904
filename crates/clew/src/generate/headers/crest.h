/* The macros of CREST's interface. */
#ifndef CLEW_CREST_H
#define CLEW_CREST_H

void __CrestUChar(unsigned char *variable);
void __CrestUShort(unsigned short *variable);
void __CrestUInt(unsigned int *variable);
void __CrestChar(char *variable);
void __CrestShort(short *variable);
void __CrestInt(int *variable);

#define CREST_unsigned_char(x) __CrestUChar(&(x))
#define CREST_unsigned_short(x) __CrestUShort(&(x))
#define CREST_unsigned_int(x) __CrestUInt(&(x))
#define CREST_char(x) __CrestChar(&(x))
#define CREST_short(x) __CrestShort(&(x))
#define CREST_int(x) __CrestInt(&(x))

#endif
