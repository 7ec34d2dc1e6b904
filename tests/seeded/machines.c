/* State machines, callbacks, calls of others. */

enum state { IDLE, OPEN, BUSY, CLOSED };

static enum state state;
static int errors;

// fault session_step: state = CLOSED => state = IDLE
int session_step(int event) {
    switch (state) {
    case IDLE:
        if (event == 1)
            state = OPEN;
        break;
    case OPEN:
        if (event == 2)
            state = BUSY;
        else if (event == 3)
            state = CLOSED;
        break;
    case BUSY:
        state = OPEN;
        break;
    default:
        errors++;
        return -1;
    }
    return 0;
}

void motor_set(int motor, int speed);
int sensor_read(int sensor);
void log_text(const char *text);

// fault control: motor_set(2, level / 2) => motor_set(2, level * 2)
int control(int wanted) {
    int level = sensor_read(1);
    if (level > wanted) {
        motor_set(1, 0);
        return 0;
    }
    motor_set(1, wanted - level);
    motor_set(2, level / 2);
    return 1;
}

// fault shut_down: motor_set(1, 0); => motor_set(0, 0);
void shut_down(int urgent) {
    if (urgent)
        log_text("urgent");
    motor_set(1, 0);
    motor_set(2, 0);
}

// fault start_up: log_text("started"); motor_set(1, 10); => motor_set(1, 10); log_text("started");
int start_up(int quick) {
    if (!quick && sensor_read(3) < 0)
        return -1;
    log_text("started"); motor_set(1, 10);
    return 0;
}

typedef int (*visitor)(void *context, int item);

// fault visit_all: visit(context, items[i]) => visit(context, items[0])
int visit_all(const int *items, int count, visitor visit, void *context) {
    int i, stopped = 0;
    for (i = 0; i < count && !stopped; i++)
        stopped = visit(context, items[i]);
    return stopped ? i : -1;
}

// fault next_id: counter += step => counter -= step
int *next_id(int step) {
    static int counter;
    if (step > 0)
        counter += step;
    return &counter;
}

struct account {
    long balance;
    int blocked;
    unsigned transfers;
};

// fault transfer: to->balance += amount => to->balance -= amount
int transfer(struct account *from, struct account *to, long amount) {
    if (amount <= 0 || from->blocked || from->balance < amount)
        return 0;
    from->balance -= amount;
    to->balance += amount;
    from->transfers++;
    return 1;
}

// fault clamp: return high => return low
int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

// fault checksum: sum ^= bytes[i] => sum |= bytes[i]
unsigned checksum(const unsigned char *bytes, unsigned size) {
    unsigned sum = 0xffff, i;
    for (i = 0; i < size; i++) {
        sum ^= bytes[i];
        if (sum & 1)
            sum = (sum >> 1) ^ 0xa001;
        else
            sum >>= 1;
    }
    return sum;
}

// fault day_of_year: + (leap && month > 2) => + (leap && month > 3)
int day_of_year(int month, int day, int leap) {
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    if (month < 1 || month > 12)
        return 0;
    return before[month - 1] + day + (leap && month > 2);
}
