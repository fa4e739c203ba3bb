/* What the example needs of <stdio.h>. */
#pragma once
#include <stddef.h>
typedef struct output FILE;
#define stdout ((FILE *)0)
int printf(const char *format, ...);
int snprintf(char *text, size_t capacity, const char *format, ...);
int fputs(const char *text, FILE *output);
