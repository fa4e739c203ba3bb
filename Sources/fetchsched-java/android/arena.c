/*
 * Memory of the engine on Android. Since Android 11, pointers of malloc have a tag in their upper byte, where Embedded Swift for
 * arm64 keeps bits of its own: it traps. Pointers of mmap have none.
 *
 * Sizes go up by an eighth to a quarter, each with a list of free blocks. Large blocks are the system's own: growing arrays leave
 * none behind. A poller of 1,000 sources takes 3.2 MB at most, and 3.0 MB with malloc of glibc.
 */
#include <stddef.h>
#include <stdint.h>

void *mmap(void *, size_t, int, int, int, long);
int munmap(void *, size_t);
int sched_yield(void);
int arena_posix_memalign(void **place, size_t alignment, size_t size);
void *arena_malloc(size_t size);
void arena_free(void *place);

enum { ALIGNMENT = 16, LARGE = 1 << 15, CHUNK = 1 << 18, CLASSES = 4 * 11, READ_WRITE = 3, PRIVATE_ANONYMOUS = 0x22, NO_MEMORY = 12 };

/* Stands before each block. `size` is that of both. */
struct block {
    union {
        struct block *next;
        uint64_t unused;
    };
    uint64_t size;
};
_Static_assert(sizeof(struct block) == ALIGNMENT, "blocks would not be aligned");

static struct block *free_blocks[CLASSES];
static char *chunk, *chunk_end;
static char lock;

static void *pages(size_t size) {
    void *made = mmap(NULL, size, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    return made == (void *)-1 ? NULL : made;
}

/* The class of a size, which is rounded up to that of its blocks: four between powers of two. */
static size_t class_of(size_t *size) {
    unsigned shift = 4;
    while (*size > (size_t)8 << shift) shift++;
    size_t step = (size_t)1 << shift;
    *size = (*size + step - 1) & ~(step - 1);
    return shift == 4 ? *size / step - 1 : 4 * (size_t)(shift - 5) + *size / step + 3;
}

int arena_posix_memalign(void **place, size_t alignment, size_t size) {
    *place = NULL;
    if (alignment > ALIGNMENT || size > SIZE_MAX / 2) return NO_MEMORY;
    size += sizeof(struct block);
    struct block *block;
    if (size > LARGE) {
        block = pages(size);
    } else {
        size_t class = class_of(&size);
        while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) sched_yield();
        block = free_blocks[class];
        if (block != NULL) {
            free_blocks[class] = block->next;
        } else {
            if ((size_t)(chunk_end - chunk) < size) {
                chunk = pages(CHUNK);
                chunk_end = chunk == NULL ? NULL : chunk + CHUNK;
            }
            if (chunk != NULL) {
                block = (struct block *)chunk;
                chunk += size;
            }
        }
        __atomic_clear(&lock, __ATOMIC_RELEASE);
    }
    if (block == NULL) return NO_MEMORY;
    block->size = size;
    *place = block + 1;
    return 0;
}

void *arena_malloc(size_t size) {
    void *place;
    arena_posix_memalign(&place, ALIGNMENT, size);
    return place;
}

void arena_free(void *place) {
    if (place == NULL) return;
    struct block *block = (struct block *)place - 1;
    size_t size = (size_t)block->size;
    if (size > LARGE) {
        munmap(block, size);
        return;
    }
    size_t class = class_of(&size);
    while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) sched_yield();
    block->next = free_blocks[class];
    free_blocks[class] = block;
    __atomic_clear(&lock, __ATOMIC_RELEASE);
}

#ifdef __arm__
/* Names that compilers for 32-bit Arm have for functions of the C library. */
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
#define NAMED(size) \
    void __aeabi_memcpy##size(void *to, const void *from, size_t count) { memcpy(to, from, count); } \
    void __aeabi_memmove##size(void *to, const void *from, size_t count) { memmove(to, from, count); } \
    void __aeabi_memset##size(void *to, size_t count, int byte) { memset(to, byte, count); } \
    void __aeabi_memclr##size(void *to, size_t count) { memset(to, 0, count); }
NAMED()
NAMED(4)
NAMED(8)
#endif
