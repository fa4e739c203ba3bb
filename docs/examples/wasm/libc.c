/*
 * As much of a C library as the engine and the examples need on WebAssembly, where there is none: memory, and input and
 * output through WASI's fd_read and fd_write. The engine itself needs posix_memalign, free, memcpy, memmove, memset,
 * memcmp, strlen, and what compilers take for granted: the product of 128-bit integers and the stack protector.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- The system -------------------------------------------------------------------------------------------------- */

struct piece {
    const void *bytes;
    size_t count;
};
struct place {
    void *bytes;
    size_t count;
};
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_read")))
int32_t fd_read(int32_t file, const struct place *places, size_t count, size_t *read);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write")))
int32_t fd_write(int32_t file, const struct piece *pieces, size_t count, size_t *written);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_exit")))
_Noreturn void proc_exit(int32_t status);

static char buffer[4096];
static size_t buffered;

static void flush(void) {
    for (size_t done = 0, written = 0; done < buffered; done += written) {
        struct piece rest = {buffer + done, buffered - done};
        if (fd_write(1, &rest, 1, &written) != 0 || written == 0) proc_exit(74);
    }
    buffered = 0;
}

void exit(int status) {
    flush();
    proc_exit(status);
}

int main(void);
void _start(void) { exit(main()); }

/* -- What compilers take for granted ----------------------------------------------------------------------------- */

uintptr_t __stack_chk_guard = 0x2F6B09A1;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

/* From products of 64 bits, and those from products of 32 bits. */
__int128 __multi3(__int128 left, __int128 right) {
    uint64_t a = (uint64_t)left, b = (uint64_t)right;
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), high = (a >> 32) * (b >> 32);
    uint64_t one = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t other = (a & UINT32_MAX) * (b >> 32) + (one & UINT32_MAX);
    high += (one >> 32) + (other >> 32) + a * (uint64_t)(right >> 64) + (uint64_t)(left >> 64) * b;
    return (__int128)(((unsigned __int128)high << 64) | (other << 32) | (low & UINT32_MAX));
}

/* -- Memory ------------------------------------------------------------------------------------------------------ */

enum { ALIGNMENT = 16, CLASSES = 28 };
/* Stands before each block, so that blocks are aligned. Sizes are powers of two, each with a list of free ones. */
struct block {
    struct block *next;
    uint32_t class;
    uint32_t unused[2];
};
_Static_assert(sizeof(struct block) == ALIGNMENT, "blocks would not be aligned");
static struct block *free_blocks[CLASSES];
extern char __heap_base;
static uintptr_t heap_end;

void *malloc(size_t size) {
    uint32_t class = 5;
    while (class < CLASSES && ((size_t)1 << class) - sizeof(struct block) < size) class++;
    if (class == CLASSES) return NULL;
    struct block *block = free_blocks[class];
    if (block != NULL) {
        free_blocks[class] = block->next;
        return block + 1;
    }
    const uintptr_t page = 65536;
    if (heap_end == 0) heap_end = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    uintptr_t end = heap_end + ((uintptr_t)1 << class);
    uintptr_t there = __builtin_wasm_memory_size(0) * page;
    if (end > there && __builtin_wasm_memory_grow(0, (end - there + page - 1) / page) == (size_t)-1) return NULL;
    block = (struct block *)heap_end;
    heap_end = end;
    block->class = class;
    return block + 1;
}

int posix_memalign(void **place, size_t alignment, size_t size) {
    *place = alignment <= ALIGNMENT ? malloc(size) : NULL;
    return *place == NULL ? 12 : 0;
}

void free(void *place) {
    if (place == NULL) return;
    struct block *block = (struct block *)place - 1;
    block->next = free_blocks[block->class];
    free_blocks[block->class] = block;
}

/* Compiled with -fno-builtin, so that the loops do not become calls of themselves. */
void *memcpy(void *to, const void *from, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    if ((uintptr_t)to < (uintptr_t)from) return memcpy(to, from, count);
    for (size_t i = count; i > 0; i--) ((char *)to)[i - 1] = ((const char *)from)[i - 1];
    return to;
}

void *memset(void *to, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) ((char *)to)[i] = (char)byte;
    return to;
}

int memcmp(const void *left, const void *right, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int difference = ((const uint8_t *)left)[i] - ((const uint8_t *)right)[i];
        if (difference != 0) return difference;
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

size_t strcspn(const char *text, const char *ends) {
    size_t length = 0;
    for (; text[length] != 0; length++)
        for (const char *end = ends; *end != 0; end++)
            if (text[length] == *end) return length;
    return length;
}

int strcmp(const char *left, const char *right) {
    while (*left != 0 && *left == *right) left++, right++;
    return (uint8_t)*left - (uint8_t)*right;
}

/* -- Text: %s, %d, %x, %lld, with a width and leading zeros ---------------------------------------------------- */

static size_t number_text(char *end, uint64_t value, unsigned base) {
    size_t count = 0;
    do {
        *--end = "0123456789abcdef"[value % base];
        value /= base;
        count++;
    } while (value != 0);
    return count;
}

static int format_text(char *text, size_t capacity, const char *format, va_list values) {
    size_t length = 0;
#define PUT(c) do { if (length + 1 < capacity) text[length] = (c); length++; } while (0)
    for (; *format != 0; format++) {
        if (*format != '%') {
            PUT(*format);
            continue;
        }
        size_t width = 0;
        int is_long = 0;
        for (format++; *format >= '0' && *format <= '9'; format++) width = width * 10 + (size_t)(*format - '0');
        for (; *format == 'l'; format++) is_long++;
        if (*format == 's') {
            for (const char *part = va_arg(values, const char *); *part != 0; part++) PUT(*part);
            continue;
        }
        char digits[24];
        int64_t value = is_long > 1 ? va_arg(values, long long) : va_arg(values, int);
        int is_negative = *format == 'd' && value < 0;
        uint64_t amount = is_negative ? 0 - (uint64_t)value : (uint64_t)value;
        if (*format == 'x' && is_long < 2) amount = (uint32_t)amount;
        size_t count = number_text(digits + sizeof digits, amount, *format == 'x' ? 16 : 10);
        if (is_negative) PUT('-');
        for (size_t i = count + (size_t)is_negative; i < width; i++) PUT('0');
        for (size_t i = 0; i < count; i++) PUT(digits[sizeof digits - count + i]);
    }
#undef PUT
    if (capacity > 0) text[length < capacity ? length : capacity - 1] = 0;
    return (int)length;
}

int snprintf(char *text, size_t capacity, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = format_text(text, capacity, format, values);
    va_end(values);
    return length;
}

int printf(const char *format, ...) {
    char text[256];
    va_list values;
    va_start(values, format);
    int length = format_text(text, sizeof text, format, values);
    va_end(values);
    fputs(text, stdout);
    return length;
}

int fputs(const char *text, FILE *output) {
    (void)output;
    for (; *text != 0; text++) {
        if (buffered == sizeof buffer) flush();
        buffer[buffered++] = *text;
    }
    return 0;
}

/* The next byte of the input; -1 at its end. */
static int next_byte(void) {
    static uint8_t bytes[4096];
    static size_t count, next;
    if (next == count) {
        struct place place = {bytes, sizeof bytes};
        next = 0;
        if (fd_read(0, &place, 1, &count) != 0) proc_exit(74);
        if (count == 0) return -1;
    }
    return bytes[next++];
}

char *fgets(char *line, int capacity, FILE *input) {
    (void)input;
    int length = 0;
    while (length + 1 < capacity && (length == 0 || line[length - 1] != '\n')) {
        int byte = next_byte();
        if (byte < 0) break;
        line[length++] = (char)byte;
    }
    if (length == 0) return NULL;
    line[length] = 0;
    return line;
}
