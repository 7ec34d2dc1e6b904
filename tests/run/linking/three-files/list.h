#pragma once
struct list;
struct list *list_new(void);
void list_push(struct list *, int);
void list_reverse(struct list *);
void list_print(const struct list *);
int list_length(const struct list *);
void list_free(struct list *);
extern int list_total, list_live;
