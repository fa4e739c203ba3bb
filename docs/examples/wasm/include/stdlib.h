/* The part for the engine and the examples of <stdlib.h>. */
#pragma once
#include <stddef.h>
void *malloc(size_t size);
int posix_memalign(void **place, size_t alignment, size_t size);
void free(void *place);
_Noreturn void exit(int status);
