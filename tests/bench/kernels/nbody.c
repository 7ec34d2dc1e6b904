// test: bench
// cflags: -lm
// size: 4000000
// Floating point: five bodies under gravity, leapfrog steps, energy before and after.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 5 };
struct body { double x, y, z, vx, vy, vz, mass; };

static struct body bodies[BODIES] = {
    {0, 0, 0, 0, 0, 0, 40},
    {4.8, -1.2, -0.1, 0.6, 2.8, -0.02, 0.04},
    {8.3, 4.1, -0.4, -1.0, 1.8, 0.008, 0.01},
    {12.9, -15.1, -0.2, 1.1, 0.9, -0.01, 0.002},
    {15.4, -25.9, 0.2, 1.0, 0.6, -0.03, 0.002},
};

static void advance(double dt) {
    for (int i = 0; i < BODIES; i++) {
        struct body *a = &bodies[i];
        for (int j = i + 1; j < BODIES; j++) {
            struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double d2 = dx * dx + dy * dy + dz * dz;
            double magnitude = dt / (d2 * sqrt(d2));
            a->vx -= dx * b->mass * magnitude;
            a->vy -= dy * b->mass * magnitude;
            a->vz -= dz * b->mass * magnitude;
            b->vx += dx * a->mass * magnitude;
            b->vy += dy * a->mass * magnitude;
            b->vz += dz * a->mass * magnitude;
        }
    }
    for (int i = 0; i < BODIES; i++) {
        bodies[i].x += dt * bodies[i].vx;
        bodies[i].y += dt * bodies[i].vy;
        bodies[i].z += dt * bodies[i].vz;
    }
}

static double energy(void) {
    double e = 0;
    for (int i = 0; i < BODIES; i++) {
        const struct body *a = &bodies[i];
        e += 0.5 * a->mass * (a->vx * a->vx + a->vy * a->vy + a->vz * a->vz);
        for (int j = i + 1; j < BODIES; j++) {
            const struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            e -= a->mass * b->mass / sqrt(dx * dx + dy * dy + dz * dz);
        }
    }
    return e;
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 1200000;
    printf("%.12g\n", energy());
    for (int i = 0; i < steps; i++)
        advance(0.001);
    printf("%.12g\n", energy());
    return 0;
}
