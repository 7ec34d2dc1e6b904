// test: paths
// Traffic collision avoidance: the altitude separation test over its twelve inputs.
// The layer is a symbolic index into a table, kept in range by an assumption.
// clew-gen: --entry main --exhaustive
// expect-paths: 44
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { MAX_RATE = 600, MAX_ALT_DIFF = 600, MIN_SEPARATION = 300, NOZ_CROSS = 100 };
enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { TCAS_TA = 1, OTHER = 2 };
enum { UNRESOLVED, UPWARD_RA, DOWNWARD_RA };

static int vertical_separation, high_confidence, two_of_three_valid;
static int own_altitude, own_rate, other_altitude, layer;
static int up_separation, down_separation, other_rac, other_capability, climb_inhibit;

static const int thresholds[4] = {400, 500, 640, 740};

static int threshold(void) {
    return thresholds[layer];
}

static int biased_climb(void) {
    return climb_inhibit ? up_separation + NOZ_CROSS : up_separation;
}

static int own_below_threat(void) {
    return own_altitude < other_altitude;
}

static int own_above_threat(void) {
    return other_altitude < own_altitude;
}

static int climb_without_crossing(void) {
    int upward_preferred = biased_climb() > down_separation;
    int result;
    if (upward_preferred)
        result = !own_below_threat() || (own_below_threat() && !(down_separation >= threshold()));
    else
        result = own_above_threat() && vertical_separation >= MIN_SEPARATION &&
                 up_separation >= threshold();
    return result;
}

static int descend_without_crossing(void) {
    int upward_preferred = biased_climb() > down_separation;
    int result;
    if (upward_preferred)
        result = own_below_threat() && vertical_separation >= MIN_SEPARATION &&
                 down_separation >= threshold();
    else
        result = !own_above_threat() || (own_above_threat() && up_separation >= threshold());
    return result;
}

static int altitude_separation_test(void) {
    int enabled = high_confidence && own_rate <= MAX_RATE && vertical_separation > MAX_ALT_DIFF;
    int equipped = other_capability == TCAS_TA;
    int intent_not_known = two_of_three_valid && other_rac == NO_INTENT;
    int advisory = UNRESOLVED;
    if (enabled && ((equipped && intent_not_known) || !equipped)) {
        int need_upward = climb_without_crossing() && own_below_threat();
        int need_downward = descend_without_crossing() && own_above_threat();
        if (need_upward && need_downward)
            advisory = UNRESOLVED;
        else if (need_upward)
            advisory = UPWARD_RA;
        else if (need_downward)
            advisory = DOWNWARD_RA;
        else
            advisory = UNRESOLVED;
    }
    return advisory;
}

int main(void) {
    klee_make_symbolic(&vertical_separation, sizeof vertical_separation, "vertical_separation");
    klee_make_symbolic(&high_confidence, sizeof high_confidence, "high_confidence");
    klee_make_symbolic(&two_of_three_valid, sizeof two_of_three_valid, "two_of_three_valid");
    klee_make_symbolic(&own_altitude, sizeof own_altitude, "own_altitude");
    klee_make_symbolic(&own_rate, sizeof own_rate, "own_rate");
    klee_make_symbolic(&other_altitude, sizeof other_altitude, "other_altitude");
    klee_make_symbolic(&layer, sizeof layer, "layer");
    klee_make_symbolic(&up_separation, sizeof up_separation, "up_separation");
    klee_make_symbolic(&down_separation, sizeof down_separation, "down_separation");
    klee_make_symbolic(&other_rac, sizeof other_rac, "other_rac");
    klee_make_symbolic(&other_capability, sizeof other_capability, "other_capability");
    klee_make_symbolic(&climb_inhibit, sizeof climb_inhibit, "climb_inhibit");
    klee_assume((layer >= 0) & (layer <= 3));
    return altitude_separation_test();
}
