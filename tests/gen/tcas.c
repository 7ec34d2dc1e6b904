// test: gen
// Altitude separation logic with globals as inputs, from its top function.
// clew-gen: -f altitude_separation_test
// expect-total: branch 30
// expect-covered: branch 30
// expect-infeasible: branch 0
enum { MAX_RATE = 600, MAX_ALT_DIFF = 600, MIN_SEPARATION = 300, NOZ_CROSS = 100 };
enum { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { TCAS_TA = 1, OTHER = 2 };
enum { UNRESOLVED, UPWARD_RA, DOWNWARD_RA };

int vertical_separation, high_confidence, two_of_three_valid;
int own_altitude, own_rate, other_altitude;
unsigned layer;
int up_separation, down_separation, other_rac, other_capability, climb_inhibit;

static const int thresholds[4] = {400, 500, 640, 740};

static int threshold(void) {
    return thresholds[layer % 4];
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
    if (biased_climb() > down_separation)
        return !own_below_threat() || !(down_separation >= threshold());
    return own_above_threat() && vertical_separation >= MIN_SEPARATION &&
           up_separation >= threshold();
}

static int descend_without_crossing(void) {
    if (biased_climb() > down_separation)
        return own_below_threat() && vertical_separation >= MIN_SEPARATION &&
               down_separation >= threshold();
    return !own_above_threat() || up_separation >= threshold();
}

int altitude_separation_test(void) {
    int enabled = high_confidence && own_rate <= MAX_RATE && vertical_separation > MAX_ALT_DIFF;
    int equipped = other_capability == TCAS_TA;
    int intent_not_known = two_of_three_valid && other_rac == NO_INTENT;
    if (enabled && ((equipped && intent_not_known) || !equipped)) {
        int need_upward = climb_without_crossing() && own_below_threat();
        int need_downward = descend_without_crossing() && own_above_threat();
        if (need_upward)
            return UPWARD_RA;
        if (need_downward)
            return DOWNWARD_RA;
    }
    return UNRESOLVED;
}
