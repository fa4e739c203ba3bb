/*
 * Tags the pointers of malloc, as Android's does since version 11: linked with --wrap for each function below. The processor ignores
 * the tag.
 */
#include <stddef.h>
#include <stdint.h>

#define TAG ((uintptr_t)0xB4 << 56)

void *__real_malloc(size_t);
int __real_posix_memalign(void **, size_t, size_t);
void __real_free(void *);

static void *tagged(void *place) { return place == NULL ? NULL : (void *)((uintptr_t)place | TAG); }

void *__wrap_malloc(size_t size) { return tagged(__real_malloc(size)); }

int __wrap_posix_memalign(void **place, size_t alignment, size_t size) {
    int status = __real_posix_memalign(place, alignment, size);
    if (status == 0) *place = tagged(*place);
    return status;
}

void __wrap_free(void *place) { __real_free((void *)((uintptr_t)place & ~((uintptr_t)0xFF << 56))); }
