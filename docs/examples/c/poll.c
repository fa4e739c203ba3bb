/*
 * A program that polls: 40 feeds of two servers, 200 requests a day. One server answers one request in ten minutes and
 * refuses the others: every second time it says until when (Retry-After). Prints each request of the first hour, and what
 * became of a week.
 *
 *     Sources/CFetchSched/build library
 *     cc -std=c11 -Ilibrary/include docs/examples/c/poll.c library/lib/libfetchsched.a -o poll && ./poll
 */
#include <fetchsched.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEEDS = 40, MINUTE = 60000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
static const int64_t START = INT64_C(1704067200000);

static void check(fetchsched_status status) {
    if (status == FETCHSCHED_OK) return;
    fprintf(stderr, "error: %s\n", fetchsched_status_text(status));
    exit(1);
}

/* When feed number `feed` changed last, by day: every two hours to every ten days. */
static int64_t changed(int feed, int64_t now) {
    const int64_t period = 2 * HOUR + (int64_t)feed * feed * 9 * MINUTE;
    const int64_t last = now - (now - START) % period;
    return (last - START) % DAY < 7 * HOUR ? START - HOUR : last;
}

int main(void) {
    fetchsched_config *config;
    fetchsched_poller *poller;
    check(fetchsched_config_create(&config));
    check(fetchsched_config_set_poller(config, 200)); /* requests a day */
    check(fetchsched_poller_create(config, 1, &poller));

    int32_t fast, slow; /* a group is a server */
    check(fetchsched_poller_add_group(poller, 1000, 2, &fast));
    check(fetchsched_poller_add_group(poller, 0, 0, &slow));
    int64_t seen[FEEDS], free_at = START, now = START, next;
    for (int feed = 0; feed < FEEDS; feed++) {
        const fetchsched_source_limits limits = {5 * MINUTE, FETCHSCHED_NEVER, 1, feed % 4 ? fast : slow, 0};
        fetchsched_source number; /* from 0 on */
        check(fetchsched_poller_add_source(poller, &limits, now, &number));
        seen[number] = 0;
    }

    int requests = 0, found = 0, refused = 0, first_day = 0;
    while (now < START + 7 * DAY) {
        fetchsched_source feed;
        size_t count;
        for (;;) {
            check(fetchsched_poller_due(poller, now, &feed, 1, &count));
            if (count == 0) break;
            requests++;
            uint32_t outcome = FETCHSCHED_OUTCOME_NO_DATA;
            int64_t dates[1] = {changed((int)feed, now)}, wait = -1;
            size_t dated = 0;
            if (feed % 4 == 0 && now < free_at) { /* 429 */
                outcome = FETCHSCHED_OUTCOME_FAILED;
                wait = refused++ % 2 ? free_at - now : 0;
                first_day += now < START + DAY;
            } else {
                if (feed % 4 == 0) free_at = now + 10 * MINUTE;
                dated = dates[0] > seen[feed];
                if (dated) outcome = FETCHSCHED_OUTCOME_NEW_DATA;
                found += (int)dated;
                seen[feed] = dates[0];
            }
            check(fetchsched_poller_record_answer(poller, feed, outcome, 0, dates, dated, wait, -1, now, &next));
            if (now < START + HOUR) {
                const char *what = outcome == FETCHSCHED_OUTCOME_FAILED ? "refused" : dated ? "new" : "nothing";
                printf("%4" PRId64 " s  feed %2d  %-8snext after %3" PRId64 " min\n", (now - START) / 1000,
                    (int)feed, what, (next - now) / MINUTE);
            }
        }
        check(fetchsched_poller_next_deadline(poller, now, &next));
        now = next;
    }
    printf("%d requests in a week, %d found something\n", requests, found);
    printf("%d were refused, %d of them on the first day\n", refused, first_day);
    fetchsched_poller_destroy(poller);
    fetchsched_config_destroy(config);
    return 0;
}
