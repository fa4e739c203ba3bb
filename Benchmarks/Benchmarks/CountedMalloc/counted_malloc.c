#include "counted_malloc.h"

#include <stdatomic.h>
#include <stddef.h>

/* Initial-exec kind: others would allocate when first touched, inside malloc. */
static _Thread_local int64_t calls __attribute__((tls_model("initial-exec")));
static _Atomic int64_t bytes;

int64_t counted_malloc_calls(void) { return calls; }
int64_t counted_malloc_bytes(void) { return bytes; }

#ifdef __GLIBC__
#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void *counted(void *block) {
    if (block) {
        calls++;
        atomic_fetch_add_explicit(&bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
    }
    return block;
}

static void gone(void *block) {
    if (block) atomic_fetch_sub_explicit(&bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
    *block = counted(__libc_memalign(alignment, size));
    return *block ? 0 : ENOMEM;
}

void *realloc(void *block, size_t size) {
    gone(block);
    void *moved = __libc_realloc(block, size);
    if (!moved && size > 0) {
        /* The old block is still there. */
        if (block) atomic_fetch_add_explicit(&bytes, (int64_t)malloc_usable_size(block), memory_order_relaxed);
        return moved;
    }
    return counted(moved);
}

void free(void *block) {
    gone(block);
    __libc_free(block);
}
#endif
