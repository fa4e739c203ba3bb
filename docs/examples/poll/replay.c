/*
 * Replays a conversation in lines of JSON through the library for C. It reads transcript.txt and prints each question with the
 * answer that it gets: the same file, if the library answers as the program does.
 *
 *     cc -std=c11 -Ilibrary/include docs/examples/poll/replay.c library/lib/libfetchsched.a -o replay
 *     ./replay < docs/examples/poll/transcript.txt
 */
#include <fetchsched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(fetchsched_status status) {
    if (status == FETCHSCHED_OK) return;
    fputs(fetchsched_status_text(status), stdout);
    exit(1);
}

int main(void) {
    static char line[65536];
    fetchsched_poll_session *session;
    check(fetchsched_poll_create(&session));
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] != '>') continue;
        const char *answer;
        size_t size;
        /* The time is in the lines; a program passes its clock's. */
        check(fetchsched_poll_ask(session, line + 2, strcspn(line + 2, "\n"), 0, &answer, &size));
        fputs(line, stdout);
        fputs("< ", stdout);
        fputs(answer, stdout);
        fputs("\n", stdout);
    }
    fetchsched_poll_destroy(session);
    return 0;
}
