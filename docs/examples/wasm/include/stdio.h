/* The part for the examples of <stdio.h>. */
#pragma once
#include <stddef.h>
typedef struct file FILE;
#define stdin ((FILE *)0)
#define stdout ((FILE *)0)
int printf(const char *format, ...);
int snprintf(char *text, size_t capacity, const char *format, ...);
int fputs(const char *text, FILE *output);
char *fgets(char *line, int capacity, FILE *input);
