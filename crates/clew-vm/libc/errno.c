/* `errno`. Native functions set it too, by the name of this variable. */
#include "clew_libc.h"

int __clew_errno;

int *__errno_location(void)
{
    return &__clew_errno;
}
