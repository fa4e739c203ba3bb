/*
 * A host of the engine that replays a trace (docs/trace-format.md) from standard input, one device after the other, and
 * prints each decision: the fetches with their reasons, and each new time for which the engine plans a wakeup.
 *
 *     cc -std=c11 -Ilibrary/include docs/examples/c/replay.c library/lib/libfetchsched.a -o replay
 *     ./replay < Datasets/sparse.csv
 *
 * It reads the events zone, interval, launch, update and radio, and the columns in the order in which `fetchsched
 * generate` writes them.
 */
#include <fetchsched.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME, DEVICE, EVENT, APP, VALUE, BYTES, SECONDS, COLUMNS };
enum { MOST_APPS = 64, MOST_TEXT = 32 };
/* How long a request takes without its bytes, and how fast those are moved. */
enum { REQUEST_MS = 300, BYTES_PER_MS = 1500 };

struct app {
    char name[MOST_TEXT];
    /* Bytes of what is new at the source; -1 if the copy is up to date. */
    int64_t new_bytes;
};

static fetchsched_config *config;
static fetchsched_engine *engine;
/* `planned` is when the engine wanted to be called again. */
static int64_t now, planned;
static struct app apps[MOST_APPS];
static size_t app_count;
/* The app in the foreground, if there is one, and until when. */
static fetchsched_app shown = FETCHSCHED_NO_APP;
static int64_t shown_until;
static char device[MOST_TEXT];
static int line_number, event_count, decision_count;

static _Noreturn void fail(const char *why) {
    printf("line %d: error: %s\n", line_number, why);
    exit(1);
}

static void check(fetchsched_status status) {
    if (status != FETCHSCHED_OK) fail(fetchsched_status_text(status));
}

static void tell(fetchsched_event event) {
    event.time_ms = now;
    check(fetchsched_observe(engine, &event));
}

/* A number with up to three decimals, in thousandths. */
static int64_t thousandths(const char *text) {
    int is_negative = *text == '-', decimals = -1;
    int64_t value = 0;
    for (text += is_negative; *text != 0; text++) {
        if (*text == '.' && decimals < 0) decimals = 0;
        else if (*text < '0' || *text > '9' || decimals == 3 || value > INT64_MAX / 100000) fail("not a number");
        else value = value * 10 + (*text - '0'), decimals += decimals >= 0;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 3; decimals++) value *= 10;
    return is_negative ? -value : value;
}

static void copy_name(char *to, const char *name) {
    if (strlen(name) >= MOST_TEXT) fail("the name is too long");
    memcpy(to, name, strlen(name) + 1);
}

/* The app of that name, which is registered where it comes for the first time. */
static fetchsched_app app_named(const char *name) {
    for (fetchsched_app app = 0; app < app_count; app++)
        if (strcmp(apps[app].name, name) == 0) return app;
    if (app_count == MOST_APPS) fail("too many apps");
    fetchsched_app app;
    check(fetchsched_register(engine, FETCHSCHED_INTERVAL_NEVER, now, &app));
    copy_name(apps[app].name, name);
    apps[app].new_bytes = -1;
    app_count++;
    return app;
}

/* Loads what is new: returns what was found, and how many bytes it has. */
static uint32_t load(fetchsched_app app, int64_t *bytes) {
    int is_new = apps[app].new_bytes >= 0;
    *bytes = is_new ? apps[app].new_bytes : 0;
    apps[app].new_bytes = -1;
    return is_new ? FETCHSCHED_OUTCOME_NEW_DATA : FETCHSCHED_OUTCOME_NO_DATA;
}

static void say(const char *what, const char *name, const char *why) {
    printf("%" PRId64 " %s %s%s%s\n", now, device, what, name, why);
    decision_count++;
}

/* Does what the engine asks for, one thing at a time. */
static void act(void) {
    static const char *const reasons[] = {" free-moment", " wakeup", " probe", " push", " forced"};
    fetchsched_action action;
    size_t count;
    for (;;) {
        check(fetchsched_take_actions(engine, 1, now, &action, 1, &count));
        if (count == 0) return;
        if (action.kind != FETCHSCHED_ACTION_FETCH) continue;
        say("fetch ", apps[action.app].name, reasons[action.cause]);
        int64_t bytes;
        uint32_t outcome = load(action.app, &bytes);
        now += REQUEST_MS + bytes / BYTES_PER_MS;
        check(fetchsched_complete(engine, action.app, outcome, bytes, -1, now));
    }
}

/* Lets time pass, and does what is due meanwhile. */
static void wait_until(int64_t end) {
    for (;;) {
        int64_t next;
        check(fetchsched_next_deadline(engine, 1, now, &next));
        if (next != planned) {
            char text[MOST_TEXT];
            snprintf(text, sizeof text, "%" PRId64, next);
            say("wakeup at ", next == FETCHSCHED_NEVER ? "no time" : text, "");
            planned = next;
        }
        int hides = shown != FETCHSCHED_NO_APP && shown_until <= next;
        if (hides) next = shown_until;
        if (next > end) break;
        if (next > now) now = next;
        if (hides) {
            tell((fetchsched_event){.kind = FETCHSCHED_EVENT_END_OF_USE, .app = shown});
            shown = FETCHSCHED_NO_APP;
        }
        act();
    }
    if (end > now) now = end;
}

/* The user opens an app, which loads what is new. */
static void launch(fetchsched_app app, int64_t duration) {
    if (shown != FETCHSCHED_NO_APP) tell((fetchsched_event){.kind = FETCHSCHED_EVENT_END_OF_USE, .app = shown});
    shown = app;
    shown_until = now + duration;
    int64_t bytes;
    uint32_t outcome = load(app, &bytes);
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_LAUNCH, .app = app});
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_RADIO, .value = FETCHSCHED_RADIO_USER,
                            .until_ms = now + REQUEST_MS + bytes / BYTES_PER_MS});
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_FOREGROUND_SYNC, .app = app, .value = outcome, .bytes = bytes});
}

static void begin_device(const char *name, int64_t time) {
    fetchsched_destroy(engine);
    check(fetchsched_create(config, 1, &engine));
    copy_name(device, name);
    now = time;
    planned = 0;
    app_count = 0;
    shown = FETCHSCHED_NO_APP;
}

static void happen(char *const cells[COLUMNS]) {
    const char *event = cells[EVENT];
    int64_t time = thousandths(cells[TIME]);
    if (engine == NULL || strcmp(device, cells[DEVICE]) != 0) begin_device(cells[DEVICE], time);
    wait_until(time);
    if (strcmp(event, "zone") == 0) {
        tell((fetchsched_event){.kind = FETCHSCHED_EVENT_ZONE, .value = thousandths(cells[VALUE]) / 1000});
    } else if (strcmp(event, "interval") == 0) {
        int64_t interval = strcmp(cells[VALUE], "never") == 0     ? FETCHSCHED_INTERVAL_NEVER
                           : strcmp(cells[VALUE], "minimum") == 0 ? FETCHSCHED_INTERVAL_MINIMUM
                                                                  : thousandths(cells[VALUE]);
        check(fetchsched_set_interval(engine, app_named(cells[APP]), interval, now));
    } else if (strcmp(event, "update") == 0) {
        /* Ground truth: the engine is not told. */
        apps[app_named(cells[APP])].new_bytes = thousandths(cells[BYTES]) / 1000;
        return;
    } else if (strcmp(event, "launch") == 0) {
        launch(app_named(cells[APP]), thousandths(cells[SECONDS]));
    } else if (strcmp(event, "radio") == 0) {
        int cause = strcmp(cells[VALUE], "heartbeat") == 0 ? FETCHSCHED_RADIO_HEARTBEAT
                    : strcmp(cells[VALUE], "user") == 0    ? FETCHSCHED_RADIO_USER
                                                           : FETCHSCHED_RADIO_OTHER;
        int64_t end = now + thousandths(cells[BYTES]) / 1000 / BYTES_PER_MS;
        tell((fetchsched_event){.kind = FETCHSCHED_EVENT_RADIO, .value = cause, .until_ms = end});
    } else if (strcmp(event, "provenance") == 0) {
        return; /* says where the data come from */
    } else {
        fail("no event that is replayed here");
    }
    act();
}

int main(void) {
    static const char header[] = "time,device,event,app,value,bytes,seconds\n";
    char line[256];
    check(fetchsched_config_create(&config));
    /* So much that the radio is woken for some launches. */
    check(fetchsched_config_set(config, "valueJoules", 200));
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (++line_number == 1) {
            if (strcmp(line, header) != 0) fail("other columns");
            continue;
        }
        char *cells[COLUMNS], *rest = line;
        for (int column = 0; column < COLUMNS; column++) {
            cells[column] = rest;
            rest += strcspn(rest, column + 1 < COLUMNS ? "," : "\n");
            if (*rest == 0) fail("too few columns, or the line does not end");
            *rest++ = 0;
        }
        happen(cells);
        event_count++;
    }
    fetchsched_destroy(engine);
    fetchsched_config_destroy(config);
    printf("%d events, %d decisions\n", event_count, decision_count);
    return 0;
}
