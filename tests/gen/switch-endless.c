// test: gen
// A state that no case knows is looked at for ever: such runs are cut, and leave time for the
// others. What only they reach is open.
// clew-gen: -f advance
// expect-total: branch 14
// expect-covered: branch 13
// expect-infeasible: branch 0
// expect-finding: step-limit 19
enum stage { HEADER, LENGTH, BODY, CHECKSUM, DONE };

struct decoder {
    enum stage stage;
    unsigned char header, length, body, checksum;
};

int advance(struct decoder *decoder) {
    int goes_on = 1;
    int taken = 0;
    while (goes_on) {
        switch (decoder->stage) {
        case HEADER:
            taken++;
            if (decoder->header != 0x7f)
                return -1;
            decoder->stage = LENGTH;
            break;
        case LENGTH:
            taken++;
            decoder->stage = decoder->length ? BODY : CHECKSUM;
            break;
        case BODY:
            taken += decoder->length;
            decoder->stage = CHECKSUM;
            break;
        case CHECKSUM:
            if (decoder->checksum != (decoder->body ^ decoder->length))
                return -2;
            decoder->stage = DONE;
            break;
        case DONE:
            goes_on = 0;
            break;
        }
    }
    return taken;
}
