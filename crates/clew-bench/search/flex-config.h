/* What the experiments say to flex instead of its configure script. */
#define PACKAGE "flex"
#define VERSION "2.6"
#define M4 "m4"
#define LOCALEDIR "/usr/share/locale"
#define HAVE_DUP2 1
#define HAVE_FORK 1
#define HAVE_INTTYPES_H 1
#define HAVE_LIMITS_H 1
#define HAVE_NETINET_IN_H 1
#define HAVE_REGEX_H 1
#define HAVE_STDBOOL_H 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_WAIT_H 1
#define HAVE_UNISTD_H 1
