// test: gen
// A struct changed through a pointer: the tests check what the function wrote.
// clew-gen: -f deposit
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
struct account {
    unsigned long balance;
    unsigned char locked;
};

int deposit(struct account *account, unsigned amount) {
    if (account->locked)
        return -1;
    if (amount == 0)
        return 0;
    account->balance += amount;
    if (account->balance < amount) {
        account->locked = 1;
        return -2;
    }
    return 1;
}
