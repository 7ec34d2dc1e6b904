#pragma once
struct cell { int value; struct cell *next; };
struct list { struct cell *head; int length; };
