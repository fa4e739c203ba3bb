/*
 * A host of the engine: a phone with some apps, and days of use that are made by arithmetic. It prints each thing that
 * the engine asks for, in local time, and what the engine knows in the end. The examples in Swift and in Python are the
 * same host, and print the same bytes.
 *
 *     Sources/CFetchSched/build library
 *     cc -std=c11 -Ilibrary/include docs/examples/c/embed.c library/lib/libfetchsched.a -o embed && ./embed
 *
 * -DDAYS=60 -DAPPS=12 -DQUIET makes more days, and prints the sums alone.
 */
#include <fetchsched.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef DAYS
#define DAYS 7
#endif
#ifndef APPS
#define APPS 4
#endif
#ifdef QUIET
#define PRINTS 0
#else
#define PRINTS 1
#endif

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR, ZONE = HOUR };
/* Midnight in the local time zone. */
static const int64_t START = INT64_C(1704067200000) - ZONE;
static const int64_t UPLOAD_BYTES = INT64_C(3000000000);
static const int64_t BYTES_PER_SECOND = 100000;

/* Events of the phone, apart from the engine's own requests. */
enum { USE, HEARTBEAT, SILENT_PUSHES, ALERT, PLACE, PLUG_IN, UNPLUG, UPLOAD, SAVER, QUIT, SERVER_WAIT, SAVE };
struct happening {
    int64_t time;
    int what, app, amount;
};

static fetchsched_config *config;
static fetchsched_engine *engine;
static int64_t now;
static uint64_t random_state = 1;
static uint32_t line_sum;
static int line_count, fetch_count, suspend_count;
/* Which version of each app's content the phone has. */
static int64_t version_here[APPS];
/* The transfer under way; id 0 if there is none. */
static struct {
    uint64_t id;
    int64_t from, began, end;
} transfer;
static uint64_t task, push_number;

/* The host's response to its own errors. */
static void check(fetchsched_status status) {
    if (status == FETCHSCHED_OK) return;
    printf("error: %s\n", fetchsched_status_text(status));
    exit(1);
}

static int draw(int count) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((random_state >> 33) % (uint64_t)count);
}

/* CRC-32 (IEEE 802.3), going on from `sum`. */
static uint32_t checksum(uint32_t sum, const uint8_t *bytes, size_t count) {
    sum = ~sum;
    for (size_t i = 0; i < count; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) sum = (sum >> 1) ^ (UINT32_C(0xEDB88320) & (0 - (sum & 1)));
    }
    return ~sum;
}

/* Prints a line, with the local time before it. */
static void say(const char *text, int64_t number, const char *more) {
    int64_t local = now - START;
    char line[160];
    int length = snprintf(
        line, sizeof line, "%02d %02d:%02d:%02d.%03d %s %" PRId64 "%s\n", (int)(local / DAY), (int)(local / HOUR % 24),
        (int)(local / MINUTE % 60), (int)(local / SECOND % 60), (int)(local % SECOND), text, number, more);
    line_sum = checksum(line_sum, (const uint8_t *)line, (size_t)length);
    line_count++;
    if (PRINTS) fputs(line, stdout);
}

static void tell(fetchsched_event event) {
    event.time_ms = now;
    check(fetchsched_observe(engine, &event));
}

/* The radio is active. */
static void radio(int cause, int64_t end) {
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_RADIO, .value = cause, .until_ms = end});
}

/* The version of the app's content at its source: each has its own period. */
static int64_t version(int app) { return (now - START + app * 17 * MINUTE) / ((2 * app + 1) * 40 * MINUTE); }

/* Loads what is new; returns what it found. */
static uint32_t load(int app) {
    if (version(app) == version_here[app]) return FETCHSCHED_OUTCOME_NO_DATA;
    version_here[app] = version(app);
    return FETCHSCHED_OUTCOME_NEW_DATA;
}

static int64_t size_of(uint32_t outcome) { return outcome == FETCHSCHED_OUTCOME_NEW_DATA ? 80000 : 0; }

static void fetch(fetchsched_app app) {
    fetch_count++;
    now += 400;
    uint32_t outcome = draw(25) == 0 ? (uint32_t)FETCHSCHED_OUTCOME_FAILED : load((int)app);
    check(fetchsched_complete(engine, app, outcome, size_of(outcome), -1, now));
}

static void transfer_stops(void) {
    int64_t moved = transfer.from + (now - transfer.began) / SECOND * BYTES_PER_SECOND;
    check(fetchsched_transfer_interrupted(engine, transfer.id, moved, now));
    transfer.id = 0;
}

/* Does what the engine asks for. */
static void act_on(const fetchsched_action *action) {
    static const char *const reasons[] = {" free-moment", " wakeup", " probe", " push", " forced"};
    static const char *const places[] = {" enter", " exit", " significant"};
    switch (action->kind) {
    case FETCHSCHED_ACTION_FETCH:
        say("fetch", action->app, reasons[action->cause]);
        fetch(action->app);
        break;
    case FETCHSCHED_ACTION_REFRESH_SNAPSHOT: say("new picture", action->app, ""); break;
    case FETCHSCHED_ACTION_DELIVER_PUSH:
        say("deliver push", (int64_t)action->id, "");
        radio(FETCHSCHED_RADIO_PUSH, now);
        check(fetchsched_request_fetch(engine, action->app, now));
        break;
    case FETCHSCHED_ACTION_WAKE_FOR_LOCATION: say("wake for place", action->app, places[action->cause]); break;
    case FETCHSCHED_ACTION_TASK_EXPIRING: say("expiring task", (int64_t)action->id, ""); break;
    case FETCHSCHED_ACTION_TERMINATE:
        say("terminate", action->app, "");
        task = 0;
        break;
    case FETCHSCHED_ACTION_TASK_LEFT_OPEN: say("left open task", (int64_t)action->id, ""); break;
    case FETCHSCHED_ACTION_SUSPEND: suspend_count++; break;
    case FETCHSCHED_ACTION_RESUME: say("resume", action->app, ""); break;
    case FETCHSCHED_ACTION_START_TRANSFER:
        say("start transfer", (int64_t)action->id, action->bytes > 0 ? " again" : "");
        transfer.id = action->id;
        transfer.from = action->bytes;
        transfer.began = now;
        transfer.end = now + (UPLOAD_BYTES - transfer.from) / BYTES_PER_SECOND * SECOND;
        radio(FETCHSCHED_RADIO_TRANSFER, now);
        break;
    case FETCHSCHED_ACTION_PAUSE_TRANSFER:
        say("pause transfer", (int64_t)action->id, "");
        transfer_stops();
        break;
    case FETCHSCHED_ACTION_WAKE_FOR_TRANSFERS: say("wake for transfers", action->app, ""); break;
    default: say("action", action->kind, ""); break;
    }
}

/* Takes actions until there are none. */
static void act(void) {
    fetchsched_action actions[32];
    size_t count;
    do {
        check(fetchsched_take_actions(engine, 1, now, actions, 32, &count));
        for (size_t i = 0; i < count; i++) act_on(&actions[i]);
    } while (count > 0);
}

/* Lets time pass, and does what is due meanwhile. */
static void wait_until(int64_t end) {
    for (;;) {
        int64_t next;
        check(fetchsched_next_deadline(engine, 1, now, &next));
        int moved = transfer.id != 0 && transfer.end <= next;
        if (moved) next = transfer.end;
        if (next > end) break;
        if (next > now) now = next;
        if (moved) {
            check(fetchsched_transfer_finished(engine, transfer.id, now));
            transfer.id = 0;
        }
        act();
    }
    if (end > now) now = end;
}

static void push(fetchsched_app app, uint32_t urgency) {
    static const char *const decisions[] = {" delivered", " stored", " stored, instead of another", " refused"};
    fetchsched_reception reception;
    check(fetchsched_receive_push(engine, app, urgency, ++push_number, now, &reception));
    say("push", (int64_t)push_number, decisions[reception.decision]);
    if (reception.decision == FETCHSCHED_RECEPTION_REFUSED) return;
    radio(FETCHSCHED_RADIO_PUSH, now);
    if (reception.decision == FETCHSCHED_RECEPTION_DELIVER && urgency == FETCHSCHED_PUSH_SILENT)
        check(fetchsched_request_fetch(engine, app, now));
    act();
}

/* The user opens an app, which loads what is new, and leaves it after some seconds. */
static void use(int app, int seconds, int day) {
    fetchsched_app number = (fetchsched_app)app;
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_LAUNCH, .app = number});
    radio(FETCHSCHED_RADIO_USER, now + 2 * SECOND);
    uint32_t outcome = load(app);
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_FOREGROUND_SYNC, .app = number, .value = outcome,
                            .bytes = size_of(outcome)});
    act();
    wait_until(now + seconds * SECOND);
    /* In the evening app 0 tidies up in the background; every third day it forgets to say when it is done. */
    int tidies = app == 0 && (now - START) % DAY > 21 * HOUR && task == 0;
    if (tidies) check(fetchsched_start_task(engine, number, now, &task));
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_END_OF_USE, .app = number});
    act();
    if (tidies && day % 3 != 2) {
        wait_until(now + 20 * SECOND);
        check(fetchsched_end_task(engine, task, now));
        task = 0;
        act();
    }
}

/* The engine as bytes, and back, as when the host's process is replaced. */
static void save_and_restore(void) {
    size_t size;
    if (fetchsched_snapshot(engine, NULL, 0, &size) != FETCHSCHED_ERROR_BUFFER_TOO_SMALL) exit(1);
    uint8_t *bytes = malloc(size);
    if (bytes == NULL) exit(1);
    check(fetchsched_snapshot(engine, bytes, size, &size));
    fetchsched_destroy(engine);
    check(fetchsched_restore(config, bytes, size, &engine));
    free(bytes);
    say("restored from bytes:", (int64_t)size, "");
}

static void happen(const struct happening *it, int day) {
    fetchsched_app app = (fetchsched_app)it->app;
    switch (it->what) {
    case USE: use(it->app, it->amount, day); return;
    case HEARTBEAT: radio(FETCHSCHED_RADIO_HEARTBEAT, now); break;
    case SILENT_PUSHES:
        for (int i = 0; i < it->amount; i++) {
            push(app, FETCHSCHED_PUSH_SILENT);
            wait_until(now + 15 * SECOND);
        }
        return;
    case ALERT: push(app, FETCHSCHED_PUSH_ALERT); return;
    case PLACE: check(fetchsched_observe_position(engine, 52.5 + 0.001 * it->amount, 13.4, 30, now)); break;
    case PLUG_IN:
    case UNPLUG:
        tell((fetchsched_event){.kind = FETCHSCHED_EVENT_POWER, .value = it->what == PLUG_IN});
        tell((fetchsched_event){
            .kind = FETCHSCHED_EVENT_NETWORK,
            .value = it->what == PLUG_IN ? FETCHSCHED_NETWORK_WIFI : FETCHSCHED_NETWORK_CELLULAR});
        tell((fetchsched_event){.kind = FETCHSCHED_EVENT_BATTERY_LEVEL, .level = it->what == PLUG_IN ? 0.25 : 1});
        break;
    case UPLOAD: {
        fetchsched_transfer request = {.app = app, .bytes = UPLOAD_BYTES};
        uint64_t id;
        check(fetchsched_enqueue_transfer(engine, &request, now, &id));
        break;
    }
    case SAVER: tell((fetchsched_event){.kind = FETCHSCHED_EVENT_SAVER, .value = it->amount}); break;
    case QUIT: tell((fetchsched_event){.kind = FETCHSCHED_EVENT_QUIT, .app = app}); break;
    case SERVER_WAIT:
        tell((fetchsched_event){.kind = FETCHSCHED_EVENT_SERVER_WAIT, .app = app, .until_ms = now + 3 * HOUR});
        break;
    case SAVE: save_and_restore(); break;
    }
    act();
}

static struct happening plan[128];
static int plan_count;

/* Adds a happening in its place; of two at the same time the one first that was added first. */
static void add(int64_t time, int what, int app, int amount) {
    int place = plan_count++;
    for (; place > 0 && plan[place - 1].time > time; place--) plan[place] = plan[place - 1];
    plan[place] = (struct happening){time, what, app, amount};
}

static void plan_day(int day) {
    static const int sessions[] = {7, 9, 12, 13, 17, 18, 20, 21};
    int64_t midnight = START + (int64_t)day * DAY;
    plan_count = 0;
    for (int i = 0; i < 8; i++) {
        int64_t time = midnight + sessions[i] * HOUR + draw(50) * MINUTE + draw(60) * SECOND;
        if (draw(7) == 0) continue;
        for (int left = 1 + draw(3); left > 0; left--) {
            int one = draw(APPS), other = draw(APPS), seconds = 20 + draw(160);
            add(time, USE, one < other ? one : other, seconds);
            time += (seconds + 5) * SECOND;
        }
    }
    add(midnight + 21 * HOUR + 55 * MINUTE, USE, 0, 40);
    for (int hour = 0; hour < 24; hour += 2) add(midnight + hour * HOUR + 11 * MINUTE, HEARTBEAT, 0, 0);
    add(midnight + 10 * HOUR + 15 * MINUTE, SILENT_PUSHES, 1, 4);
    add(midnight + 11 * HOUR, ALERT, 2, 0);
    add(midnight + 8 * HOUR + 30 * MINUTE, PLACE, 0, 40);
    add(midnight + 18 * HOUR + 30 * MINUTE, PLACE, 0, 0);
    add(midnight + 1 * HOUR, PLUG_IN, 0, 0);
    add(midnight + 6 * HOUR + 30 * MINUTE, UNPLUG, 0, 0);
    if (day % 3 == 1) add(midnight + 16 * HOUR, UPLOAD, 3, 0);
    if (day % 5 == 2) add(midnight + 14 * HOUR, SAVER, 0, 1);
    if (day % 5 == 2) add(midnight + 16 * HOUR, SAVER, 0, 0);
    if (day % 4 == 3) add(midnight + 15 * HOUR, QUIT, 1, 0);
    if (day % 6 == 4) add(midnight + 11 * HOUR + 30 * MINUTE, SERVER_WAIT, 0, 0);
    if (day == DAYS / 2) add(midnight + 12 * HOUR + 30 * MINUTE, SAVE, 0, 0);
}

static void print_sums(void) {
    fetchsched_statistics figures;
    check(fetchsched_get_statistics(engine, now, &figures));
    for (fetchsched_app app = 0; app < APPS; app++) {
        double launch, fresh;
        check(fetchsched_launch_probability(engine, app, 12 * HOUR, now, &launch));
        check(fetchsched_new_content_probability(engine, app, now, &fresh));
        printf("app %d: launch within 12 h %d ppm, new content %d ppm\n", (int)app, (int)(launch * 1e6 + 0.5),
               (int)(fresh * 1e6 + 0.5));
    }
    static uint8_t bytes[1 << 18];
    size_t size;
    check(fetchsched_snapshot(engine, bytes, sizeof bytes, &size));
    printf("%d days, %d apps, %d lines, %d fetches, %d suspensions, %d mJ\n", DAYS, (int)figures.app_count, line_count,
           fetch_count, suspend_count, (int)(figures.spent_j * 1e3 + 0.5));
    printf("checksums: lines %08" PRIx32 ", snapshot of %d bytes %08" PRIx32 "\n", line_sum, (int)size,
           checksum(0, bytes, size));
}

int main(void) {
    now = START;
    check(fetchsched_config_create(&config));
    check(fetchsched_config_set(config, "valueJoules", 60));
    check(fetchsched_create(config, 1, &engine));
    for (int app = 0; app < APPS; app++) {
        fetchsched_app number;
        check(fetchsched_register(engine, app % 3 == 1 ? 30 * MINUTE : FETCHSCHED_INTERVAL_MINIMUM, now, &number));
    }
    tell((fetchsched_event){.kind = FETCHSCHED_EVENT_ZONE, .value = ZONE / SECOND});
    check(fetchsched_watch_region(engine, 2, 1, 52.5, 13.4, 150));
    for (int day = 0; day < DAYS; day++) {
        plan_day(day);
        for (int i = 0; i < plan_count; i++) {
            wait_until(plan[i].time);
            happen(&plan[i], day);
        }
        wait_until(START + (int64_t)(day + 1) * DAY);
    }
    print_sums();
    fetchsched_destroy(engine);
    fetchsched_config_destroy(config);
    return 0;
}
