/* The part for the examples of <string.h>. */
#pragma once
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t count);
int strcmp(const char *left, const char *right);
size_t strlen(const char *text);
size_t strcspn(const char *text, const char *ends);
