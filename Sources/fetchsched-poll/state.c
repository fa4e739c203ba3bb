#define _DEFAULT_SOURCE
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char current[PATH_MAX], previous[PATH_MAX + 16], temporary[PATH_MAX + 16], folder[PATH_MAX];
static char *(*fault_of)(const char *base64);
/* Longer files are none of ours. */
static const size_t most_bytes = (size_t)1 << 28;

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *base64(const uint8_t *bytes, size_t count) {
    char *text = malloc((count + 2) / 3 * 4 + 1), *next = text;
    if (text == NULL) return NULL;
    for (size_t start = 0; start < count; start += 3, next += 4) {
        size_t left = count - start;
        uint32_t group = (uint32_t)bytes[start] << 16;
        if (left > 1) group |= (uint32_t)bytes[start + 1] << 8;
        if (left > 2) group |= bytes[start + 2];
        for (int i = 0; i < 4; i++) next[i] = digits[group >> (18 - 6 * i) & 63];
        if (left < 3) next[3] = '=';
        if (left < 2) next[2] = '=';
    }
    *next = 0;
    return text;
}

/* The bytes of a text that the library wrote, in its place; how many. */
static size_t decode(char *text, size_t length) {
    size_t count = 0;
    uint32_t group = 0;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        group = group << 6 | (uint32_t)(strchr(digits, text[i]) - digits);
        if (i % 4 > 0) text[count++] = (char)(group >> (6 - 2 * (i % 4)));
    }
    return count;
}

/* A file's bytes in base64; NULL with errno, which is 0 for a file that is too long. */
static char *read_file(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    uint8_t *bytes = NULL;
    size_t count = 0, room = 0;
    ssize_t size = 1;
    errno = 0;
    while (size != 0 && count <= most_bytes) {
        if (count == room) {
            uint8_t *larger = realloc(bytes, room = room * 2 + 65536);
            if (larger == NULL) break;
            bytes = larger;
        }
        size = read(file, bytes + count, room - count);
        if (size < 0 && errno != EINTR) break;
        if (size > 0) count += (size_t)size;
    }
    int code = size == 0 ? 0 : errno;
    char *text = size == 0 ? base64(bytes, count) : NULL;
    if (size == 0 && text == NULL) code = ENOMEM;
    close(file);
    free(bytes);
    errno = code;
    return text;
}

static int say(int status, const char *path, const char *words) {
    fprintf(stderr, "fetchsched-poll: %s: %s\n", path, words);
    return status;
}

int state_open(const char *path, char *why(const char *base64), char **state) {
    *state = NULL;
    fault_of = why;
    if (realpath(path, current) == NULL) {
        if (errno != ENOENT || strlen(path) >= sizeof current) return say(CANNOT_READ, path, strerror(errno));
        strcpy(current, path);
    }
    snprintf(previous, sizeof previous, "%s.previous", current);
    snprintf(temporary, sizeof temporary, "%s.lock", current);
    strcpy(folder, current);
    char *slash = strrchr(folder, '/');
    if (slash == NULL) strcpy(folder, ".");
    else slash[slash == folder] = 0;

    /* Open, and so locked, until the process ends. */
    int lock = open(temporary, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (lock < 0) return say(CANNOT_READ, temporary, strerror(errno));
    if (flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return say(IS_IN_USE, current, "another process has it");
    snprintf(temporary, sizeof temporary, "%s.new", current);
    unlink(temporary);

    const char *paths[] = {current, previous};
    int missing = 0;
    for (int i = 0; i < 2; i++) {
        char *text = read_file(paths[i]);
        if (text == NULL && errno == ENOENT) {
            missing++;
            if (i == 0 && access(previous, F_OK) == 0) say(0, current, "not there; the state before it is used");
            continue;
        }
        /* The one before is for damaged states, not for those that cannot be read now. */
        if (text == NULL && errno != 0 && errno != EIO) return say(CANNOT_READ, paths[i], strerror(errno));
        char *fault = text == NULL ? NULL : why(text);
        if (text != NULL && fault == NULL) {
            *state = text;
            return 0;
        }
        say(0, paths[i], fault != NULL ? fault : "it cannot be read, or is too long");
        /* A state that another library wrote is not to be replaced. */
        int is_whole = fault != NULL && strstr(fault, "a snapshot of") != NULL;
        free(text);
        free(fault);
        if (is_whole) return IS_DAMAGED;
        if (i == 0) fputs("fetchsched-poll: the state before it is used\n", stderr);
    }
    return missing == 2 ? 0 : say(IS_DAMAGED, current, "no whole state");
}

/* Whether the last state may take the place of the one before. */
static int is_whole(void) {
    char *text = read_file(current);
    if (text == NULL) return 0;
    char *fault = fault_of(text);
    int is_whole = fault == NULL || strstr(fault, "a snapshot of") != NULL;
    free(fault);
    free(text);
    return is_whole;
}

static int write_file(const char *bytes, size_t count) {
    int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    /* As the file that it replaces; only root gives files away. */
    struct stat old;
    int status = stat(current, &old) == 0 ? fchmod(file, old.st_mode & 0777) : 0;
    if (status == 0 && stat(current, &old) == 0 && fchown(file, old.st_uid, old.st_gid) != 0) errno = 0;
    for (size_t done = 0; status == 0 && done < count;) {
        ssize_t size = write(file, bytes + done, count - done);
        if (size > 0) done += (size_t)size;
        else if (size == 0 || errno != EINTR) status = -1;
    }
    if (status == 0) status = fsync(file);
    int code = errno;
    if (close(file) != 0 && status == 0) return -1;
    errno = code;
    return status;
}

static int synchronize_folder(void) {
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return -1;
    int status = fsync(opened) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : -1;
    int code = errno;
    close(opened);
    errno = code;
    return status;
}

const char *state_save(const char *text, size_t length) {
    char *bytes = malloc(length + 1);
    if (bytes == NULL) return strerror(ENOMEM);
    memcpy(bytes, text, length);
    size_t count = decode(bytes, length);
    /* At each moment one of the files is whole, in whatever order the names reach the storage. */
    int status = write_file(bytes, count);
    free(bytes);
    if (status == 0 && is_whole()) status = rename(current, previous);
    if (status == 0) status = rename(temporary, current);
    if (status == 0) status = synchronize_folder();
    if (status == 0) return NULL;
    const char *why = strerror(errno);
    unlink(temporary);
    return why;
}
