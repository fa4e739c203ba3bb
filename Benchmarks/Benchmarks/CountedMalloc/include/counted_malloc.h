/* Counts heap allocations, and the bytes that are in use.
 *
 * malloc and its kin are replaced by ones that count and call the C library's own (glibc's names for them; elsewhere the
 * counts stay 0). */
#ifndef COUNTED_MALLOC_H
#define COUNTED_MALLOC_H
#include <stdint.h>

/* Allocations of the calling thread so far. */
int64_t counted_malloc_calls(void);
/* Bytes in use by the process, as the allocator rounds them. */
int64_t counted_malloc_bytes(void);

#endif
