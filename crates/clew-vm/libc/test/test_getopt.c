#include "check.h"
#include <getopt.h>
#include <unistd.h>

extern char *clew_optarg;
extern int clew_optind;
extern int clew_opterr;
extern int clew_optopt;
MODEL(getopt); MODEL(getopt_long); MODEL(getopt_long_only);

static int flag_ours;
static int flag_host;

void test(void)
{
    static const char *const words[] = {
        "-a", "-b", "-bvalue", "-c", "-cvalue", "-abc", "--", "file", "other", "-", "--alpha", "--beta",
        "--beta=5", "--gamma", "--gam", "--al", "--be", "-x", "--wrong", "--alpha=1", "--flag", "-acx", "-:",
    };
    static const char *const letters[] = { "ab:c::", "+ab:c::", ":ab:c::", "abc", "", "-ab:c::" };
    struct option options[] = {
        { "alpha", 0, NULL, 'A' }, { "beta", 1, NULL, 'B' }, { "gamma", 2, NULL, 'G' },
        { "albert", 0, NULL, 'R' }, { "flag", 0, NULL, 7 }, { NULL, 0, NULL, 0 },
    };
    int round;
    for (round = 0; round < 50000; round++) {
        char *a[12];
        char *b[12];
        int count = (int)random_below(9) + 1;
        int kind = (int)random_below(3);
        const char *spec = letters[random_below(6)];
        int i;
        int ours;
        int host;
        a[0] = b[0] = "program";
        for (i = 1; i < count; i++)
            a[i] = b[i] = (char *)words[random_below(sizeof words / sizeof words[0])];
        a[count] = b[count] = NULL;
        clew_optind = optind = 0;
        clew_opterr = opterr = 0;
        do {
            int index_ours = -1;
            int index_host = -1;
            if (kind == 0) {
                ours = clew_getopt(count, a, spec);
                host = getopt(count, b, spec);
            } else if (kind == 1) {
                options[4].flag = &flag_ours;
                ours = clew_getopt_long(count, a, spec, options, &index_ours);
                options[4].flag = &flag_host;
                host = getopt_long(count, b, spec, options, &index_host);
            } else {
                options[4].flag = &flag_ours;
                ours = clew_getopt_long_only(count, a, spec, options, &index_ours);
                options[4].flag = &flag_host;
                host = getopt_long_only(count, b, spec, options, &index_host);
            }
            CHECK(ours == host && clew_optind == optind && index_ours == index_host
                      && clew_optopt == optopt && clew_optarg == optarg && flag_ours == flag_host,
                  "round %d kind %d %s: %d %d, optind %d %d, index %d %d, optopt %d %d; %s %s %s %s", round,
                  kind, spec, ours, host, clew_optind, optind, index_ours, index_host, clew_optopt, optopt,
                  b[1] ? b[1] : "", b[1] && b[2] ? b[2] : "", b[1] && b[2] && b[3] ? b[3] : "", "");
        } while (ours != -1 && host != -1);
        for (i = 0; i < count; i++)
            CHECK(a[i] == b[i], "order in round %d, kind %d %s", round, kind, spec);
    }
}
