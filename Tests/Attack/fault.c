// Fails one system call of a program, the n-th of its kind on the files of a folder: for LD_PRELOAD.
//
//     FAULT_FOLDER  what lies in it is watched (paths without a slash in front are taken to)
//     FAULT_CALL    open, write, fsync, rename, close or fchmod
//     FAULT_NUMBER  which one, from 1; 0 for none
//     FAULT_ERROR   the error number
//     FAULT_COUNTS  a file to which the program's counts are appended at its end, one "call number" a line
//
// A write that is to fail for lack of room takes the first half of its bytes, as a disk that fills up does; the next one
// fails. A close that fails has closed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum call { OPEN, WRITE, FSYNC, RENAME, CLOSE, FCHMOD, CALLS };
static const char *names[CALLS] = {"open", "write", "fsync", "rename", "close", "fchmod"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counts[CALLS];
static unsigned char watched[4096];
static const char *folder;
static int wanted = -1, number, error, halved;

__attribute__((constructor)) static void begin(void) {
    const char *call = getenv("FAULT_CALL");
    folder = getenv("FAULT_FOLDER");
    for (int each = 0; call && each < CALLS; each++)
        if (!strcmp(call, names[each])) wanted = each;
    number = getenv("FAULT_NUMBER") ? atoi(getenv("FAULT_NUMBER")) : 0;
    error = getenv("FAULT_ERROR") ? atoi(getenv("FAULT_ERROR")) : EIO;
}

// Not with stdio: the program's end is no time for it.
__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNTS");
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    ssize_t (*put)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (!path) return;
    int file = real(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    for (int each = 0; file >= 0 && each < CALLS; each++) {
        char line[64];
        int length = snprintf(line, sizeof line, "%s %d\n", names[each], counts[each]);
        if (put(file, line, (size_t)length) < 0) break;
    }
}

static int is_inside(const char *path) {
    return folder && path && (path[0] != '/' || !strncmp(path, folder, strlen(folder)));
}

static int is_watched(int file) {
    return file >= 0 && file < (int)sizeof watched && watched[file];
}

// Counts a call, and says whether it is the one to fail.
static int fails(enum call call) {
    pthread_mutex_lock(&lock);
    int is_it = ++counts[call] == number && (int)call == wanted;
    pthread_mutex_unlock(&lock);
    if (is_it) errno = error;
    return is_it;
}

static int opened(int file) {
    if (file >= 0 && file < (int)sizeof watched) watched[file] = 1;
    return file;
}

#define OPEN_LIKE(NAME)                                                   \
    int NAME(const char *path, int flags, ...) {                          \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #NAME);    \
        va_list rest;                                                     \
        va_start(rest, flags);                                            \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;         \
        va_end(rest);                                                     \
        if (!is_inside(path)) return real(path, flags, mode);             \
        return fails(OPEN) ? -1 : opened(real(path, flags, mode));        \
    }
OPEN_LIKE(open)
OPEN_LIKE(open64)

ssize_t write(int file, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (!is_watched(file)) return real(file, bytes, count);
    if (halved) {
        halved = 0;
        errno = error;
        return -1;
    }
    if (!fails(WRITE)) return real(file, bytes, count);
    if (error == ENOSPC && count > 1) {
        halved = 1;
        return real(file, bytes, count / 2);
    }
    return -1;
}

int fsync(int file) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    return is_watched(file) && fails(FSYNC) ? -1 : real(file);
}

int fchmod(int file, mode_t mode) {
    int (*real)(int, mode_t) = dlsym(RTLD_NEXT, "fchmod");
    return is_watched(file) && fails(FCHMOD) ? -1 : real(file, mode);
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    return is_inside(from) && fails(RENAME) ? -1 : real(from, to);
}

int close(int file) {
    int (*real)(int) = dlsym(RTLD_NEXT, "close");
    if (!is_watched(file)) return real(file);
    watched[file] = 0;
    int is_it = fails(CLOSE), result = real(file);
    if (!is_it) return result;
    errno = error;
    return -1;
}
