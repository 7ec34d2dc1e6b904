// test: gen
// A request line as in SIP: method, colon, user, at-sign, host.
// clew-gen: -f parse_request
// expect-total: branch 38
// expect-covered: branch 38
// expect-infeasible: branch 0
enum request { BAD, INVITE, ACK, BYE };

enum request parse_request(const char message[12]) {
    int i = 0;
    enum request method;
    if (message[0] == 'I' && message[1] == 'N') {
        method = INVITE;
        i = 2;
    } else if (message[0] == 'A' && message[1] == 'C' && message[2] == 'K') {
        method = ACK;
        i = 3;
    } else if (message[0] == 'B' && message[1] == 'Y' && message[2] == 'E') {
        method = BYE;
        i = 3;
    } else {
        return BAD;
    }
    if (message[i++] != ' ')
        return BAD;
    int user = 0;
    while (i < 11 && message[i] != '@') {
        if (message[i] < 'a' || message[i] > 'z')
            return BAD;
        user++;
        i++;
    }
    if (i == 11 || user == 0)
        return BAD;
    i++;
    if (method == BYE && message[i] == '*')
        return BAD;
    return message[i] >= 'a' && message[i] <= 'z' ? method : BAD;
}
