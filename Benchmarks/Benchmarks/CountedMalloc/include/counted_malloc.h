/* Counts heap allocations, and the bytes that are in use.
 *
 * malloc and its kin are replaced by ones that count and call the C library's own (glibc's names for them; elsewhere the
 * counts stay 0, and counted_malloc_works says so). */
#ifndef COUNTED_MALLOC_H
#define COUNTED_MALLOC_H
#include <stdint.h>

/* Whether allocations are counted on this system. */
int counted_malloc_works(void);
/* Allocations of the calling thread so far. */
int64_t counted_malloc_calls(void);
/* Bytes in use by the process, as the allocator rounds them. */
int64_t counted_malloc_bytes(void);

#endif
