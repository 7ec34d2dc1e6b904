// test: gen
// A step of an elevator's control: doors, direction and requests.
// clew-gen: -f step
// expect-total: branch 27
// expect-covered: branch 27
// expect-infeasible: branch 0
enum motion { STANDING, UP, DOWN };

struct elevator {
    int floor;
    enum motion motion;
    unsigned requests;
    unsigned char door_open;
};

int step(struct elevator *e) {
    if (e->floor < 0 || e->floor > 7)
        return -1;
    unsigned here = 1u << e->floor;
    if (e->door_open) {
        e->door_open = 0;
        return 0;
    }
    if (e->requests & here) {
        e->requests &= ~here;
        e->door_open = 1;
        return 1;
    }
    unsigned above = e->requests & ~(here | (here - 1)) & 0xffu;
    unsigned below = e->requests & (here - 1);
    switch (e->motion) {
    case UP:
        if (!above)
            e->motion = below ? DOWN : STANDING;
        break;
    case DOWN:
        if (!below)
            e->motion = above ? UP : STANDING;
        break;
    default:
        e->motion = above ? UP : below ? DOWN : STANDING;
    }
    e->floor += e->motion == UP ? 1 : e->motion == DOWN ? -1 : 0;
    return 2;
}
