// test: gen
// Other threads and the hardware write what is atomic or volatile, also by the name of a typedef; and an
// atomic access shows what others wrote before.
// expect-infeasible: branch 0
#include <stdatomic.h>

typedef volatile unsigned reg_t;
struct device {
    reg_t status;
    unsigned data;
};

atomic_int counter;
_Atomic long total;
reg_t control;
int plain;

int stays(void) {
    counter = 0;
    if (counter)
        return 1;
    return 0;
}

int reads_twice(void) {
    long first = total, second = total;
    if (first != second)
        return 1;
    return 0;
}

int registers(struct device *device) {
    if (!device)
        return -1;
    control = 1;
    if (control != 1)
        return 1;
    unsigned before = device->status;
    if (device->status != before)
        return 2;
    return 0;
}

int published(void) {
    plain = 0;
    while (!atomic_load(&counter))
        counter = 1;
    if (plain)
        return 1;
    return 0;
}

int behind_a_fence(void) {
    plain = 0;
    atomic_thread_fence(memory_order_acquire);
    if (plain)
        return 1;
    return 0;
}

int by_sync(int *flag) {
    if (!flag)
        return -1;
    int old = __sync_fetch_and_add(flag, 1);
    if (__sync_fetch_and_add(flag, 0) != old + 1)
        return 1;
    return 0;
}
