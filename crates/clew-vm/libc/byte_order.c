/* Network byte order. */
#include "clew_libc.h"

unsigned int htonl(unsigned int value)
{
    return value << 24 | (value << 8 & 0xff0000) | (value >> 8 & 0xff00) | value >> 24;
}

unsigned int ntohl(unsigned int value)
{
    return htonl(value);
}

unsigned short htons(unsigned short value)
{
    return (unsigned short)(value << 8 | value >> 8);
}

unsigned short ntohs(unsigned short value)
{
    return htons(value);
}
