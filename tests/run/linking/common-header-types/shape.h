#pragma once
enum kind { CIRCLE, RECT, KINDS };
struct shape {
    enum kind kind;
    union { double radius; struct { float w, h; } rect; } u;
};
typedef double area_function(const struct shape *);
struct operation { const char *name; area_function *area; };
extern const struct operation operations[KINDS];
extern int shape_calls;
struct shape make_circle(double);
struct shape make_rect(float, float);
