// test: run
// Comments, line splices, digraphs and maximal munch.
#include <stdio.h>

/* a comment with // inside
   and "quotes' */
// a line comment continued \
   on the next line: printf("not code");

int ma\
in(void) <%
    int a<:3:> = <%1, 2, 3%>;
    int x = 1, y = 2, *p = &y;
    int z = x+++y;
    printf("%d %d %d\n", x, y, z);
    z = x/ *p; /* not a comment: x / *p */
    printf("%d\n", z);
    z = x- -y;
    printf("%d\n", z);
    z = x /**/ - /* nothing */ y // end
        + 5;
    printf("%d %s\n", z, "/* not a comment */ // nor this");
    printf("%d\n", a[2]);
    printf("%d\n", 'a'/*'*/);
    return 0;
%>
