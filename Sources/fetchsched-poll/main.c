/*
 * fetchsched-poll: a poller in lines of JSON (docs/poll-lines.md), as a program that needs libc alone. It answers as
 * `fetchsched poll` does, with the same state file. It has no steps: a program that cron starts writes lines, too.
 */
#define _DEFAULT_SOURCE
#include "state.h"

#include <errno.h>
#include <fetchsched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
    "usage: fetchsched-poll [--state FILE]\n"
    "\n"
    "Decides which sources to ask when. It answers lines of JSON on standard input, one line for each, until the input ends:\n"
    "  {\"hello\":\"fetchsched-poll/1\",\"requestsPerDay\":1200}\n"
    "  {\"sources\":[\"https://a.example/feed\"]}\n"
    "  {\"due\":10}\n"
    "  {\"asked\":\"https://a.example/feed\",\"status\":200,\"headers\":{\"Cache-Control\":\"max-age=600\"}}\n"
    "\n"
    "FILE has the state, and is made if there is none. Without it, nothing is kept.\n"
    "\n"
    "Exit status: 0 done; 64 wrong usage; 65 the state is damaged; 66 it cannot be read; 73 it cannot be written; 75 another\n"
    "process has it; 130 ended by a signal, with the state saved.\n";

static fetchsched_poll_session *session;
static int keeps_state, is_greeted, is_changed;
/* State that the next hello goes on with; NULL if there is no state. */
static char *state;
static int64_t saved_at;
static volatile sig_atomic_t is_ended;

static void end(int number) {
    (void)number;
    is_ended = 1;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *room(void *place, size_t count) {
    place = realloc(place, count);
    if (place != NULL) return place;
    fputs("fetchsched-poll: no memory\n", stderr);
    exit(71);
}

static const char *ask(fetchsched_poll_session *of, const char *line, size_t length, size_t *size) {
    const char *answer;
    fetchsched_status status = fetchsched_poll_ask(of, line, length, now_ms(), &answer, size);
    if (status == FETCHSCHED_OK) return answer;
    fprintf(stderr, "fetchsched-poll: %s\n", fetchsched_status_text(status));
    exit(70);
}

/* Text of JSON that `line` starts with, and then `more`. */
static char *joined(const char *line, size_t length, const char *more, const char *text) {
    char *whole = room(NULL, length + strlen(more) + strlen(text) + 4);
    memcpy(whole, line, length);
    sprintf(whole + length, "%s%s\"}", more, text);
    return whole;
}

/* Why a state is no state of a poller; NULL if it is one. */
static char *fault_of(const char *base64) {
    fetchsched_poll_session *other;
    if (fetchsched_poll_create(&other) != FETCHSCHED_OK) exit(70);
    char *line = joined("{\"hello\":\"fetchsched-poll/1\"", 28, ",\"state\":\"", base64);
    size_t size;
    const char *answer = ask(other, line, strlen(line), &size);
    static const char error[] = "{\"error\":\"found ";
    char *fault = NULL;
    if (strncmp(answer, error, sizeof error - 1) == 0) {
        fault = room(NULL, size);
        strcpy(fault, answer + sizeof error - 1);
        char *rest = strstr(fault, ", expected");
        if (rest != NULL) *rest = 0;
    }
    free(line);
    fetchsched_poll_destroy(other);
    return fault;
}

/* Where the state is in an answer to save; NULL in other answers. */
static const char *state_in(const char *answer) {
    static const char key[] = ",\"state\":\"";
    const char *place = strncmp(answer, "{\"saved\":", 9) == 0 ? strstr(answer, key) : NULL;
    return place == NULL ? NULL : place + sizeof key - 1;
}

static const char *keep(const char *answer, size_t size) {
    const char *text = state_in(answer);
    saved_at = now_ms();
    const char *why = text == NULL ? "no state" : state_save(text, (size_t)(answer + size - text) - 2);
    if (why == NULL) is_changed = 0;
    return why;
}

/* Saves what was told since the last save; the exit status. */
static int save(void) {
    if (!keeps_state || !is_greeted || !is_changed) return 0;
    size_t size;
    const char *answer = ask(session, "{\"save\":true}", 13, &size);
    const char *why = keep(answer, size);
    if (why == NULL) return 0;
    fprintf(stderr, "fetchsched-poll: cannot write the state: %s\n", why);
    return CANNOT_WRITE;
}

static int put(const char *text, size_t count) {
    while (count > 0) {
        ssize_t size = write(1, text, count);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return -1;
        text += size;
        count -= (size_t)size;
    }
    return 0;
}

/* Answers a line. Not 0 if the answer has no reader. */
static int take(const char *line, size_t length) {
    char *spliced = NULL;
    /* A hello goes on with the state, which is put behind all else, so that errors keep their place. */
    if (!is_greeted && state != NULL && (memmem(line, length, "hello", 5) != NULL || memchr(line, '\\', length) != NULL)) {
        size_t last = length;
        while (last > 0 && line[last - 1] != '}') last--;
        if (last > 0) spliced = joined(line, last - 1, ",\"state\":\"", state);
    }
    size_t size;
    const char *answer = ask(session, spliced ? spliced : line, spliced ? strlen(spliced) : length, &size);
    free(spliced);
    is_changed = 1;
    if (!is_greeted && strncmp(answer, "{\"hello\"", 8) == 0) {
        is_greeted = 1;
        free(state);
        state = NULL;
    }
    if (!keeps_state || state_in(answer) == NULL) return put(answer, size) || put("\n", 1);
    const char *why = keep(answer, size);
    const char *key = memmem(line, length, "true", 4);
    char reply[256];
    if (why == NULL) sprintf(reply, "%.*s}\n", (int)(state_in(answer) - answer) - 10, answer);
    else snprintf(reply, sizeof reply, "{\"error\":\"found %.100s, expected the state to be saved\",\"byte\":%zu}\n", why,
                  key == NULL ? (size_t)0 : (size_t)(key - line));
    return put(reply, strlen(reply));
}

/* More bytes of standard input; 0 at its end, and when a signal came. Signals come here alone: between two lines. */
static ssize_t more(char *place, size_t count, const sigset_t *waiting) {
    while (!is_ended) {
        fd_set input;
        FD_ZERO(&input);
        FD_SET(0, &input);
        if (pselect(1, &input, NULL, NULL, NULL, waiting) < 0) {
            if (errno == EINTR) continue;
            return 0;
        }
        ssize_t size = read(0, place, count);
        if (size >= 0 || errno != EINTR) return size < 0 ? 0 : size;
    }
    return 0;
}

int main(int count, char **words) {
    const char *path = NULL;
    if (count == 2 && strcmp(words[1], "--help") == 0) return put(usage, sizeof usage - 1) != 0;
    if (count == 2 && strcmp(words[1], "--version") == 0) return puts("fetchsched-poll " FETCHSCHED_VERSION) < 0;
    if (count == 3 && strcmp(words[1], "--state") == 0) path = words[2];
    else if (count != 1) return fputs(usage, stderr), 64;

    sigset_t polite, waiting;
    sigemptyset(&polite);
    int signals[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction action = {.sa_handler = end};
    for (int i = 0; i < 3; i++) {
        struct sigaction old;
        /* Signals that nohup ignores stay ignored. */
        if (sigaction(signals[i], NULL, &old) != 0 || old.sa_handler == SIG_IGN) continue;
        sigaddset(&polite, signals[i]);
        sigaction(signals[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &polite, &waiting);
    signal(SIGPIPE, SIG_IGN);

    if (path != NULL) {
        int status = state_open(path, fault_of, &state);
        if (status != 0) return status;
        keeps_state = 1;
    }
    if (fetchsched_poll_create(&session) != FETCHSCHED_OK) return 70;
    saved_at = now_ms();

    /* A line that is longer is cut off, and so refused. */
    const size_t most = (size_t)1 << 28;
    char *buffer = NULL;
    size_t held = 0, searched = 0, capacity = 0;
    int is_read = 1;
    while (is_read) {
        if (held > most) held = searched = most;
        if (capacity < held + 65536) buffer = room(buffer, capacity = held * 2 + 65536);
        ssize_t size = more(buffer + held, capacity - held, &waiting);
        if (is_ended) break;
        held += (size_t)size;
        if (size == 0) {
            is_read = 0;
            if (held == 0) break;
            buffer[held++] = '\n';
        }
        char *start = buffer, *stop;
        while ((stop = memchr(buffer + searched, '\n', held - searched)) != NULL) {
            if (take(start, (size_t)(stop - start)) != 0) is_read = 0;
            int64_t age = now_ms() - saved_at;
            /* After five minutes, or when the clock was set back. */
            if (age < 0 || age >= 300000) save();
            start = stop + 1;
            searched = (size_t)(start - buffer);
            if (!is_read) break;
            /* A signal that came meanwhile waits for this line's answer only. */
            sigset_t pending;
            if (sigpending(&pending) == 0)
                for (int i = 0; i < 3; i++)
                    if (sigismember(&polite, signals[i]) == 1 && sigismember(&pending, signals[i]) == 1) is_ended = 1;
            if (is_ended) break;
        }
        held -= (size_t)(start - buffer);
        memmove(buffer, start, held);
        searched = held;
    }
    int status = save();
    free(buffer);
    free(state);
    fetchsched_poll_destroy(session);
    return status != 0 ? status : is_ended ? 130 : 0;
}
