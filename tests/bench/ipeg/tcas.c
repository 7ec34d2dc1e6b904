// The altitude separation test of a collision avoidance system. ipeg: separation_test
int vertical_separation, high_confidence, two_of_three_valid;
int own_altitude, own_rate, other_altitude, layer;
int up_separation, down_separation, other_rac, other_capability, climb_inhibit;

static int threshold(void) {
    if (layer == 0)
        return 400;
    if (layer == 1)
        return 500;
    return layer == 2 ? 640 : 740;
}

static int biased_climb(void) {
    return climb_inhibit ? up_separation + 100 : up_separation;
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
    return own_above_threat() && vertical_separation >= 300 && up_separation >= threshold();
}

static int descend_without_crossing(void) {
    if (biased_climb() > down_separation)
        return own_below_threat() && vertical_separation >= 300 && down_separation >= threshold();
    return !own_above_threat() || up_separation >= threshold();
}

int separation_test(void) {
    int enabled = high_confidence && own_rate <= 600 && vertical_separation > 600;
    int equipped = other_capability == 1;
    int unknown_intent = two_of_three_valid && other_rac == 0;
    int result = 0;
    if (enabled && ((equipped && unknown_intent) || !equipped)) {
        int upward = climb_without_crossing() && own_below_threat();
        int downward = descend_without_crossing() && own_above_threat();
        if (upward && downward)
            result = 0;
        else if (upward)
            result = 1;
        else if (downward)
            result = 2;
    }
    return result;
}
