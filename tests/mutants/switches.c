// A small machine of three states.
int f(int state, short event) {
    int output = 0;
    switch (/*(*/state % 3/*)*/) {
    case 0:
        if (/*[*/event == 7/*]*/) {
            state = 1; /*; state event output */
        }
        output = event + 1; /*; state event output */
        break;
    case 1:
        state = event < 0; /*; state event output */
        output = state * 2 - event; /*; state event output */
        break;
    case 2:
        output = event % 5; /*; state event output */
        break;
    default:
        output = -state; /*; state event output */
        break;
    }
    return output * 4 + state;
}
