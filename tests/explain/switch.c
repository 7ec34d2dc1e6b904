/* A case that the mask leaves no room for. */
int choose(unsigned v)
{
    switch (v & 3) {
    case 0:
        return 10;
    case 3:
        return 11;
    case 4:
        return 12;
    default:
        return 13;
    }
}
//@ 9 `case 4` infeasible 4
