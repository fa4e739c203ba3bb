/* The state file of fetchsched-poll: that of `fetchsched poll`. */
#ifndef STATE_H
#define STATE_H

#include <stddef.h>

/* Exit statuses: those of `fetchsched poll`. */
enum { IS_DAMAGED = 65, CANNOT_READ = 66, CANNOT_WRITE = 73, IS_IN_USE = 75 };

/*
 * Locks the file, and reads it if there is one. Afterwards *state has the state in base64, to be freed, or NULL. Returns 0, or an
 * exit status after words on standard error. `why` answers a damaged state with its fault, in memory of its own, or with NULL.
 */
int state_open(const char *path, char *why(const char *base64), char **state);

/* Puts a state in the place of the last one, which becomes the one before. Returns NULL once it is on the storage, or why not. */
const char *state_save(const char *base64, size_t length);

#endif
