typedef enum { RED_@ = 1, GREEN_@ = 2 * RED_@, BLUE_@ = @ + 10 } Colour_@;

struct point_@ {
    int x, y;
    unsigned kind : 3, flags : 5;
    union {
        double weight;
        unsigned char bytes[8];
    };
    struct point_@ *next;
    const char *name;
};

static const char *const names_@[] = {"alpha", "beta", "gamma", [4] = "epsilon"};
static int table_@[3][4] = {{1, 2, 3, @}, {[2] = 7}, {@, -@, ~@, !@}};
static double total_@ = @ * 0.5;

#define CLAMP_@(v, low, high) ((v) < (low) ? (low) : (v) > (high) ? (high) : (v))

static unsigned long hash_@(const char *text) {
    unsigned long h = 5381UL + @;
    for (const char *p = text; *p != '\0'; p++)
        h = (h << 5) + h + (unsigned char)*p;
    return h ^ (h >> 13);
}

static struct point_@ *push_@(struct point_@ *list, int x, int y) {
    struct point_@ *node = malloc(sizeof *node);
    assert(node != NULL && "out of memory");
    *node = (struct point_@){.x = x, .y = y, .kind = x & 7u, .next = list};
    node->name = names_@[(unsigned)(x + y) % 2u];
    node->weight = sqrt(fabs((double)x * x + (double)y * y));
    return node;
}

static int compare_@(const void *left, const void *right) {
    const int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static int classify_@(int c, Colour_@ colour) {
    switch (colour) {
    case RED_@:
        if (isalpha(c) || (c >= '0' && c <= '9' && !isspace(c)))
            return toupper(c);
        /* fall through */
    case GREEN_@:
        return c % (@ + 3) ? c / 2 : -c;
    case BLUE_@: {
        int n = 0;
        while (c > 1) {
            c = c % 2 ? 3 * c + 1 : c / 2;
            if (++n > 40) goto done;
        }
    done:
        return n;
    }
    default:
        break;
    }
    return CLAMP_@(c, 10, 100);
}

static int parse_@(const char *text, long *value) {
    char *end;
    errno = 0;
    *value = strtol(text, &end, 0);
    if (errno == ERANGE || end == text || *end != '\0') {
        return 0;
    } else if (*value < 0) {
        *value = -*value;
    }
    return 1;
}

static void matrix_@(double out[restrict 3][3], double angle) {
    double c = cos(angle), s = sin(angle);
    memset(out, 0, 9 * sizeof(double));
    out[0][0] = out[1][1] = c, out[0][1] = -s, out[1][0] = s;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; j++) {
            if (i == j && out[i][j] == 0.0) continue;
            total_@ += out[i][j] * (i - j);
        }
}

static int apply_@(int (*f)(int, Colour_@), const char *text) {
    int sum = 0;
    do {
        sum += f(*text, (Colour_@)(*text % 2 + 1)) & 0xff;
    } while (*++text);
    return sum;
}

static int unit_@(void) {
    char buffer[64];
    int values[] = {5, 3, 9, @, 1}, sum = 0;
    long number = 0;
    double m[3][3];
    struct point_@ *list = NULL;
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        list = push_@(list, values[i], (int)i - 2);
    qsort(values, 5, sizeof(int), compare_@);
    for (struct point_@ *p = list, *next; p; p = next) {
        next = p->next;
        sum += p->x * table_@[p->kind % 3][p->x & 3] + p->bytes[6] + (p->name ? p->name[0] : 0);
        free(p);
    }
    snprintf(buffer, sizeof buffer, "%d:%s:%#x", sum, names_@[1], values[2]);
    sum += (int)(hash_@(buffer) % 1000u) + apply_@(classify_@, buffer);
    sum += parse_@("0x1@", &number) ? (int)number : -1;
    sum += parse_@("x@", &number) || strchr(buffer, ':') == NULL;
    matrix_@(m, 0.25 * @);
    return sum + (int)(total_@ * 16) + values[0];
}

