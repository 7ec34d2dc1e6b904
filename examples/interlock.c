/* Whether the door of a train may be released. */
int may_release(int speed, int platform, int request, int emergency) {
    if ((speed == 0 && platform && request) || (emergency && speed < 5))
        return 1;
    return 0;
}

/* The brake command, from the demand of the driver and of the train protection. */
int brake(int driver, int protection) {
    int demand = driver;
    if (protection > driver)
        demand = protection;
    if (demand < driver || demand < protection)
        return -1;                      /* cannot happen */
    if (demand > 100)
        demand = 100;
    return demand;
}
