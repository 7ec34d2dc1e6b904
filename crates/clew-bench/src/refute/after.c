/* What stands behind the function in the attack: everything that a caller and unknown code may do. */

static int call_function(void);

/* Memory of callers that no variable has. */
static _Alignas(16) unsigned char arena[256];
static int *pointers[4];

/* What unknown code was told of. A place is forgotten when the call that told of it has returned. */
enum { PLACES = 64 };
static int *places[PLACES];
static int depth;

static int *any_int_place(void) {
    switch (below(14)) {
    case 0: return &ga;
    case 1: return &gb;
    case 2: return &known;
    case 3: return (int *)&gu;
    case 4: return &grec.a;
    case 5: return &grec.in[below(3)].x;
    case 6: return &gpairs[below(2)].tail;
    case 7: return &gpairs[below(2)].more[below(2)].in[below(3)].x;
    case 8: return (int *)&gpun;
    case 9: return &garray[below(16)];
    case 10: return &garray[below(2)];
    case 11: return (int *)&gl + below(2);
    case 12: return (int *)(arena + 4 * below(4));
    default: return (int *)(arena + 4 * below(60));
    }
}

static int *any_int(void) {
    return below(16) ? any_int_place() : NULL;
}

/* Callers may also pass what they were told of by calls that are still under way. */
static int *argument_int(void) {
    return told > 0 && below(8) == 0 ? places[below((unsigned)told)] : any_int();
}

/* Four bytes or more. */
static char *any_char(void) {
    switch (below(8)) {
    case 0: return NULL;
    case 1: return gname + below(11);
    case 2: return (char *)&grec + below(sizeof grec - 3);
    case 3: return (char *)gpairs + below(sizeof gpairs - 3);
    case 4: return (char *)arena + below(sizeof arena - 3);
    case 5: return (char *)garray + below(sizeof garray - 3);
    default: return (char *)any_int_place();
    }
}

/* A string, which ends in time. */
static char *any_text(void) {
    static char text[12];
    for (int i = 0; i < 11; i++)
        text[i] = (char)(below(4) ? '0' + (int)below(12) : any());
    if (below(4) == 0)
        text[below(11)] = 0;
    text[11] = 0;
    return below(12) == 0 ? NULL : below(2) ? text + below(12) : gname + below(16);
}

static struct rec *any_rec(void) {
    switch (below(8)) {
    case 0: return NULL;
    case 1: return &gpairs[below(2)].first;
    case 2: return &gpairs[below(2)].more[below(2)];
    case 3: return (struct rec *)(arena + 8 * below(8));
    case 4: return (struct rec *)arena;
    default: return &grec;
    }
}

static struct pair *any_pair(void) {
    switch (below(4)) {
    case 0: return NULL;
    case 1: return (struct pair *)(arena + 8 * below(4));
    default: return &gpairs[below(2)];
    }
}

static union pun *any_pun(void) {
    return below(3) == 0 ? &gpun : (union pun *)any_int();
}

/* Eight integers or more. */
static int *any_array(void) {
    switch (below(6)) {
    case 0: return NULL;
    case 1: return (int *)(arena + 4 * below(16));
    case 2: return garray + below(9);
    case 3: return (int *)gpairs + below(8);
    default: return garray;
    }
}

static void *any_void(void) {
    return below(2) ? (void *)any_rec() : (void *)any_pair();
}

static int **any_pointer(void) {
    switch (below(4)) {
    case 0: return &gp;
    case 1: return &gq;
    case 2: return below(3) ? &pointers[below(4)] : NULL;
    default: return &gp;
    }
}

static double any_double(void) {
    static const double values[] = {0.0, -0.0, 1.0, 0.5, 1e300, -1e300, 1.0 / 0.0, -1.0 / 0.0, 0.1, 255.5};
    switch (below(4)) {
    case 0: return values[below(sizeof values / sizeof *values)];
    case 1: return 0.0 / 0.0;
    default: return any();
    }
}

static struct inner any_inner(void) {
    struct inner inner = {any(), (unsigned char)any(), (short)any()};
    return inner;
}

static int callback(int number);

static int (*any_callback(void))(int) {
    return below(8) ? callback : NULL;
}

static void scramble(void *memory, size_t size) {
    for (size_t i = 0; i + 4 <= size; i += 4) {
        int value = any();
        memcpy((char *)memory + i, &value, 4);
    }
}

/* Everything that others can name: all of it, or one thing. */
static void change_known(void) {
    switch (below(12)) {
    case 0: scramble(&grec, sizeof grec); break;
    case 1: scramble(gpairs, sizeof gpairs); break;
    case 2: scramble(garray, sizeof garray); break;
    case 3: scramble(arena, sizeof arena); break;
    case 4: gs = (short)any(), gc = (unsigned char)any(), gl = any(); break;
    case 5: gname[below(15)] = (char)any(); break;
    case 6: gp = any_int(), gq = any_int(), pointers[below(4)] = any_int(); break;
    case 7: hook = any_callback(); break;
    case 8: errno = (int)below(40); break;
    default: *any_int_place() = any(); break;
    }
}

static void learn(int *place) {
    if (place && told < PLACES)
        places[told++] = place;
}

/* What unknown code does: nothing, some of all that it can, and calls of the function itself. */
static void act(void) {
    if (below(3) == 0)
        return;
    for (unsigned i = below(3); i > 0; i--)
        change_known();
    if (told > 0 && below(2))
        *places[below((unsigned)told)] = any();
    if (gp && below(4) == 0)
        *gp = any();
    if (pointers[0] && below(8) == 0)
        *pointers[0] = any();
    if (depth < 2 && below(10) == 0)
        call_function();
}

int ask(int number) {
    act();
    return below(4) ? any() : number;
}

void give(int *place) {
    learn(place);
    act();
}

void pass(void *place, int number) {
    learn(place);
    act();
    if (place && below(3) == 0)
        *(int *)place = number;
}

int *find(void) {
    act();
    return told > 0 && below(3) == 0 ? places[below((unsigned)told)] : any_int();
}

int compute(int number) {
    return (int)((unsigned)number * 2654435761u >> 3) - 7;
}

volatile int *port_place(void) {
    static volatile int value;
    value = any();
    return &value;
}

/* Who can read the number can make a pointer of it. */
long expose(int *place) {
    learn(place);
    return (long)place;
}

int weak(int x) {
    act();
    return below(2) ? any() : x;
}

static int callback(int number) {
    return ask(number);
}

static void dirty_stack(void) {
    volatile int dirt[256];
    int value = any();
    for (int i = 0; i < 256; i++)
        dirt[i] = value;
}

/* The state of the program before an outermost call: any. */
static void any_state(void) {
    scramble(&grec, sizeof grec);
    scramble(gpairs, sizeof gpairs);
    scramble(garray, sizeof garray);
    scramble(arena, sizeof arena);
    for (int i = 0; i < 15; i++)
        gname[i] = (char)(below(4) ? '0' + (int)below(12) : any());
    ga = any(), gb = below(4) ? any() : ga, gu = (unsigned)any(), known = any();
    gs = (short)any(), gc = (unsigned char)any(), gl = below(4) ? any() : (long)bits();
    gpun.w = (unsigned)any();
    gp = any_int(), gq = below(3) ? any_int() : gp;
    for (int i = 0; i < 4; i++)
        pointers[i] = any_int();
    hook = any_callback();
    hidden = any(), mode = (unsigned char)any();
    errno = below(2) ? (int)below(40) : 0;
}

static int call_function(void) {
    int known_before = told;
    depth++;
    if (below(4) == 0)
        dirty_stack();
    int result = CALL;
    depth--;
    told = known_before;
    /* Locals that these point to are gone. */
    gp = any_int(), gq = any_int();
    for (int i = 0; i < 4; i++)
        pointers[i] = any_int();
    return result;
}

/* Seed and number of calls come in, the counters of each line go out. */
int main(int count, char **arguments) {
    if (count != 3)
        return 2;
    counter = strtoull(arguments[1], NULL, 10);
    for (unsigned long runs = strtoul(arguments[2], NULL, 10); runs > 0; runs--) {
        heap_used = 0;
        if (below(2))
            any_state();
        else
            change_known();
        call_function();
    }
    for (int line = 0; line < LINES; line++)
        if (hits[line][0] || hits[line][1])
            printf("%d %lu %lu\n", line, hits[line][0], hits[line][1]);
    return 0;
}
