/*
 * Plays a journal of an engine or a poller (docs/contributing/journal-format.md) from standard input and prints it again, each call
 * with the answers that the library for C gives. Natively and on WebAssembly.
 */
#include <fetchsched.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 16, MOST_VALUES = 64, MOST_TEXT = 2048 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static fetchsched_config *config;
/* One of the two is made. */
static fetchsched_engine *engine;
static fetchsched_poller *poller;
static int64_t now;

/* -- A line ------------------------------------------------------------------------------------------------------- */

static char *verb;
static struct { char *key, *value; } fields[MOST_FIELDS];
static size_t field_count;

static _Noreturn void fail(const char *why) {
    printf("error: %s: %s\n", verb == NULL ? "the line" : verb, why);
    exit(1);
}

static const char *find(const char *key) {
    for (size_t i = 0; i < field_count; i++)
        if (strcmp(fields[i].key, key) == 0) return fields[i].value;
    return NULL;
}

static uint64_t digits(const char *text, unsigned base, const char **rest) {
    uint64_t value = 0;
    for (;; text++) {
        unsigned digit = *text >= '0' && *text <= '9'   ? (unsigned)(*text - '0')
                         : *text >= 'a' && *text <= 'f' ? (unsigned)(*text - 'a' + 10)
                                                        : 99;
        if (digit >= base) break;
        value = value * base + digit;
    }
    *rest = text;
    return value;
}

static int64_t whole(const char *text, const char **rest) {
    int is_negative = *text == '-';
    uint64_t value = digits(text + is_negative, 10, rest);
    return (int64_t)(is_negative ? 0 - value : value);
}

/* The whole number of that key, or `other`. */
static int64_t number_or(const char *key, int64_t other) {
    const char *text = find(key), *rest;
    return text == NULL ? other : whole(text, &rest);
}

static int64_t number(const char *key) {
    if (find(key) == NULL) fail("a field is missing");
    return number_or(key, 0);
}

static double real_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double real_or(const char *key, double other) {
    const char *text = find(key), *rest;
    return text == NULL ? other : real_of(digits(text, 16, &rest));
}

/* The numbers of a list with commas: of bits where `reals` is given, else whole. */
static size_t list(const char *key, double *reals, int64_t *wholes) {
    const char *text = find(key);
    size_t count = 0;
    for (; text != NULL && *text != 0 && count < MOST_VALUES; count++, text += *text == ',') {
        if (reals != NULL) reals[count] = real_of(digits(text, 16, &text));
        else wholes[count] = whole(text, &text);
    }
    return count;
}

static fetchsched_app app(void) { return find("app") == NULL ? FETCHSCHED_NO_APP : (fetchsched_app)number("app"); }

/* -- Answers ------------------------------------------------------------------------------------------------------ */

/* Whether the call went well; prints that it did not. */
static int went(fetchsched_status status) {
    if (status == FETCHSCHED_OK) return 1;
    if (status == FETCHSCHED_ERROR_NULL || status == FETCHSCHED_ERROR_INVALID_HANDLE) fail(fetchsched_status_text(status));
    printf("= %" PRId64 " refused\n", now);
    return 0;
}

static void say(const char *what, const char *key, int64_t value) {
    printf("= %" PRId64 " %s %s=%" PRId64 "\n", now, what, key, value);
}

/* Names of the actions in the header's order, and their fields: app, id, cause, number, happened, until, bytes. */
static const struct { const char *name, *fields; } kinds[] = {
    {"", ""}, {"fetch", "ac"}, {"stop_fetch", "a"}, {"refresh_snapshot", "a"}, {"deliver_push", "aich"},
    {"wake_for_location", "acnhu"}, {"task_expiring", "i"}, {"terminate", "an"}, {"task_left_open", "ai"},
    {"suspend", "a"}, {"resume", "a"}, {"start_transfer", "ib"}, {"pause_transfer", "i"}, {"give_up_transfer", "i"},
    {"wake_for_transfers", "an"}};

/* Takes one action, and with the end of an app the tasks that it left open. */
static void next(int32_t may_fetch) {
    fetchsched_action action;
    size_t count;
    for (int32_t more = 1; more > 0; more--) {
        if (!went(fetchsched_take_actions(engine, may_fetch, now, &action, 1, &count))) return;
        if (count == 0) {
            printf("= %" PRId64 " none\n", now);
            return;
        }
        if (action.kind >= COUNT(kinds)) fail("an unknown action");
        printf("= %" PRId64 " %s", now, kinds[action.kind].name);
        for (const char *field = kinds[action.kind].fields; *field != 0; field++)
            switch (*field) {
            case 'a': printf(" app=%" PRId64, (int64_t)action.app); break;
            case 'i': printf(" id=%" PRId64, (int64_t)action.id); break;
            case 'c': printf(" cause=%" PRId64, (int64_t)action.cause); break;
            case 'n': printf(" number=%" PRId64, (int64_t)action.number); break;
            case 'h': printf(" happened=%" PRId64, action.happened_ms); break;
            case 'u': printf(" until=%" PRId64, action.until_ms); break;
            default: printf(" bytes=%" PRId64, action.bytes);
            }
        printf("\n");
        if (action.kind == FETCHSCHED_ACTION_TERMINATE) more += action.number;
    }
}

static fetchsched_status snapshot_to(uint8_t *bytes, size_t capacity, size_t *size) {
    return poller != NULL ? fetchsched_poller_snapshot(poller, bytes, capacity, size)
                          : fetchsched_snapshot(engine, bytes, capacity, size);
}

static uint8_t *snapshot(size_t *size) {
    if (snapshot_to(NULL, 0, size) != FETCHSCHED_ERROR_BUFFER_TOO_SMALL) fail("no snapshot");
    uint8_t *bytes = malloc(*size);
    if (bytes == NULL || snapshot_to(bytes, *size, size) != FETCHSCHED_OK) fail("no snapshot");
    return bytes;
}

/* -- Calls of an engine ------------------------------------------------------------------------------------------- */

static void event(void) {
    /* In the header's order, from 1 on. */
    static const char *const names[] = {
        "launch", "end_of_use", "foreground_sync", "content_hint", "radio", "network", "power", "battery_level", "saver",
        "refresh", "quit", "zone", "server_wait", "server_interval", "process_ended", "device_awake", "device_asleep",
        "screen", "content_changed", "notification", "granted"};
    const char *name = find("kind");
    fetchsched_event event = {
        .time_ms = now, .until_ms = number_or("until", 0), .value = number_or("value", 0), .bytes = number_or("bytes", 0),
        .level = real_or("level", 0), .app = app()};
    for (size_t i = 0; name != NULL && i < COUNT(names); i++)
        if (strcmp(name, names[i]) == 0) event.kind = (uint32_t)i + 1;
    went(fetchsched_observe(engine, &event));
}

static void radio(void) {
    double values[MOST_VALUES] = {0};
    size_t count = list("values", values, NULL);
    fetchsched_radio radio = {
        .promotion_s = values[0], .promotion_j = values[1], .base_w = values[2], .j_per_byte = values[3],
        .up_j_per_byte = values[4], .request_s = values[5], .bytes_per_s = values[6]};
    for (size_t i = 7; i + 4 <= count; i += 4)
        radio.tail[radio.stage_count++] = (fetchsched_tail_stage){values[i], values[i + 1], values[i + 2], values[i + 3]};
    went(fetchsched_config_set_radio(config, &radio));
}

static void power(void) {
    double values[MOST_VALUES] = {0};
    list("values", values, NULL);
    int64_t processes = number("number");
    fetchsched_power power = {
        values[0], values[1], values[2], values[3], values[4], values[5],
        processes < 0 ? FETCHSCHED_ALL_PROCESSES : (uint32_t)processes, 0};
    went(fetchsched_config_set_power(config, &power));
}

static void say_snapshot(void) {
    size_t count;
    uint8_t *bytes = snapshot(&count);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    free(bytes);
    printf("= %" PRId64 " snapshot bytes=%" PRId64 " hash=", now, (int64_t)count);
    for (int shift = 60; shift >= 0; shift -= 4) printf("%x", (unsigned)(hash >> shift & 15));
    printf("\n");
}

static void restore(void) {
    size_t size;
    uint8_t *bytes = snapshot(&size);
    fetchsched_status status;
    if (poller != NULL) {
        fetchsched_poller_destroy(poller);
        status = fetchsched_poller_restore(config, bytes, size, &poller);
    } else {
        fetchsched_destroy(engine);
        status = fetchsched_restore(config, bytes, size, &engine);
    }
    if (status != FETCHSCHED_OK) fail("what was written cannot be restored");
    free(bytes);
}

static void watch(void) {
    int32_t region = (int32_t)number("region");
    if (find("latitude") == NULL) went(fetchsched_watch_beacon(engine, app(), region));
    else
        went(fetchsched_watch_region(
            engine, app(), region, real_or("latitude", 0), real_or("longitude", 0), real_or("radius", 0)));
}

static void receive(void) {
    fetchsched_reception reception;
    uint32_t urgency = (uint32_t)number("value");
    if (!went(fetchsched_receive_push(engine, app(), urgency, (uint64_t)number("number"), now, &reception))) return;
    if (reception.decision == FETCHSCHED_RECEPTION_REPLACED)
        printf("= %" PRId64 " reception value=2 number=%" PRId64 "\n", now, (int64_t)reception.replaced);
    else say("reception", "value", reception.decision);
}

static void enqueue(void) {
    fetchsched_transfer request = {
        .bytes = number("bytes"), .timeout_ms = number("timeout"), .app = app(), .session = (int32_t)number("session"),
        .priority = (int32_t)number("priority"), .flags = (uint32_t)number("flags")};
    uint64_t transfer;
    if (went(fetchsched_enqueue_transfer(engine, &request, now, &transfer))) say("transfer", "id", (int64_t)transfer);
}

static int is(const char *name) { return strcmp(verb, name) == 0; }

static int prepare(void) {
    if (is("set")) went(fetchsched_config_set(config, find("name"), real_or("value", 0)));
    else if (is("poller")) went(fetchsched_config_set_poller(config, real_or("value", 0)));
    else if (is("radio")) radio();
    else if (is("power")) power();
    else if (is("create")) went(fetchsched_create(config, (uint64_t)number("seed"), &engine));
    else if (is("create_poller")) went(fetchsched_poller_create(config, (uint64_t)number("seed"), &poller));
    else if (is("restore")) restore();
    else return is("clock");
    return 1;
}

static int tell(void) {
    uint64_t id = (uint64_t)number_or("id", 0);
    int64_t bytes = number_or("bytes", 0), value = number_or("value", 0);
    int32_t region = (int32_t)number_or("region", 0);
    if (is("event")) event();
    else if (is("restarted")) went(fetchsched_host_restarted(engine, now));
    else if (is("remove")) went(fetchsched_remove(engine, app(), now));
    else if (is("interval")) went(fetchsched_set_interval(engine, app(), number("interval"), now));
    else if (is("announces")) went(fetchsched_set_announces_content(engine, app(), (int32_t)value));
    else if (is("complete"))
        went(fetchsched_complete(engine, app(), (uint32_t)number("outcome"), bytes, real_or("joules", -1), now));
    else if (is("request")) went(fetchsched_request_fetch(engine, app(), now));
    else if (is("force")) went(fetchsched_force_fetch(engine, app(), now));
    else if (is("watch")) watch();
    else if (is("unwatch")) went(fetchsched_unwatch_region(engine, app(), region));
    else if (is("watch_changes")) went(fetchsched_watch_significant_changes(engine, app(), (int32_t)value));
    else if (is("crossing")) went(fetchsched_observe_crossing(engine, app(), region, (uint32_t)value, now));
    else if (is("change")) went(fetchsched_observe_significant_change(engine, app(), now));
    else if (is("position"))
        went(fetchsched_observe_position(
            engine, real_or("latitude", 0), real_or("longitude", 0), real_or("accuracy", 0), now));
    else if (is("end")) went(fetchsched_end_task(engine, id, now));
    else if (is("cancel")) went(fetchsched_cancel_transfer(engine, id, now));
    else if (is("progress")) went(fetchsched_transfer_progress(engine, id, bytes, now));
    else if (is("interrupted")) went(fetchsched_transfer_interrupted(engine, id, bytes, now));
    else if (is("finished")) went(fetchsched_transfer_finished(engine, id, now));
    else return 0;
    return 1;
}

static int ask(void) {
    fetchsched_app got;
    int64_t time;
    uint64_t id;
    if (is("register")) {
        if (went(fetchsched_register(engine, number("interval"), now, &got))) say("app", "app", (int64_t)got);
    } else if (is("receive")) receive();
    else if (is("begin")) {
        if (went(fetchsched_start_task(engine, app(), now, &id))) say("task", "id", (int64_t)id);
    } else if (is("enqueue")) enqueue();
    else if (is("next")) next((int32_t)number("may"));
    else if (is("deadline")) {
        if (went(fetchsched_next_deadline(engine, (int32_t)number("may"), now, &time))) say("time", "until", time);
    } else if (is("run")) {
        if (went(fetchsched_next_run(engine, now, &time))) say("time", "until", time);
    } else if (is("snapshot")) say_snapshot();
    else return 0;
    return 1;
}

/* -- Calls of a poller -------------------------------------------------------------------------------------------- */

static fetchsched_source_limits limits(void) {
    fetchsched_source_limits limits = {
        number("least"), number("most"), real_or("weight", 1), (int32_t)number("group"), 0};
    return limits;
}

static void record_answer(void) {
    int64_t dates[MOST_VALUES], next_ms;
    size_t count = list("changed", NULL, dates);
    if (went(fetchsched_poller_record_answer(
            poller, app(), (uint32_t)number("outcome"), number_or("bytes", 0), dates, count, number_or("wait", -1),
            number_or("age", -1), now, &next_ms)))
        say("time", "until", next_ms);
}

static int tell_poller(void) {
    int32_t group = (int32_t)number_or("group", -1), value = (int32_t)number_or("value", 0);
    if (is("restarted")) went(fetchsched_poller_host_restarted(poller, now));
    else if (is("set_network")) went(fetchsched_poller_set_network(poller, value, now));
    else if (is("set_group"))
        went(fetchsched_poller_set_group(poller, group, number("spacing"), (int32_t)number("once")));
    else if (is("remove_group")) went(fetchsched_poller_remove_group(poller, group));
    else if (is("join_price")) went(fetchsched_poller_join_price(poller, real_or("price", 0), now));
    else if (is("set_source")) {
        fetchsched_source_limits changed = limits();
        went(fetchsched_poller_set_source(poller, app(), &changed, now));
    } else if (is("remove_source")) went(fetchsched_poller_remove_source(poller, app(), now));
    else if (is("pause_source")) went(fetchsched_poller_pause_source(poller, app(), value, now));
    else if (is("defer_request")) went(fetchsched_poller_defer_request(poller, app(), number("until"), now));
    else if (is("note_read")) went(fetchsched_poller_note_read(poller, app(), now));
    else if (is("note_announcement")) went(fetchsched_poller_note_announcement(poller, app(), now));
    else return 0;
    return 1;
}

static int ask_poller(void) {
    fetchsched_source source;
    int64_t time;
    size_t count;
    if (is("add_source")) {
        fetchsched_source_limits given = limits();
        if (went(fetchsched_poller_add_source(poller, &given, now, &source))) say("app", "app", (int64_t)source);
    } else if (is("add_group")) {
        int32_t group;
        if (went(fetchsched_poller_add_group(poller, number("spacing"), (int32_t)number("once"), &group)))
            say("group", "group", group);
    } else if (is("due")) {
        if (!went(fetchsched_poller_due(poller, now, &source, 1, &count))) return 1;
        if (count > 0) say("source", "app", (int64_t)source);
        else printf("= %" PRId64 " none\n", now);
    } else if (is("deadline")) {
        if (went(fetchsched_poller_next_deadline(poller, now, &time))) say("time", "until", time);
    } else if (is("next_request")) {
        if (went(fetchsched_poller_next_request(poller, app(), now, &time))) say("time", "until", time);
    } else if (is("record_answer")) record_answer();
    else if (is("idle")) {
        uint32_t reason;
        if (went(fetchsched_poller_idle_reason(poller, now, &reason))) say("idle", "value", reason);
    } else if (is("price")) {
        double price;
        uint64_t bits;
        if (!went(fetchsched_poller_price(poller, now, &price))) return 1;
        memcpy(&bits, &price, sizeof bits);
        printf("= %" PRId64 " price price=%08" PRIx32 "%08" PRIx32 "\n", now, (uint32_t)(bits >> 32), (uint32_t)bits);
    } else if (is("snapshot")) say_snapshot();
    else return 0;
    return 1;
}

/* -- Lines --------------------------------------------------------------------------------------------------------- */

/* Takes a line apart: the time, the verb, and fields, all with blanks between. */
static void split(char *line) {
    const char *rest;
    now = whole(line, &rest);
    char *at = line + (rest - line);
    verb = NULL;
    field_count = 0;
    while (*at == ' ') {
        *at++ = 0;
        char *word = at, *value = at + strcspn(at, "= ");
        at += strcspn(at, " ");
        if (verb == NULL) {
            verb = word;
            continue;
        }
        if (*value != '=' || field_count == MOST_FIELDS) fail("not a field, or one too many");
        *value = 0;
        fields[field_count].key = word;
        fields[field_count++].value = value + 1;
    }
}

int main(void) {
    static char line[MOST_TEXT];
    went(fetchsched_config_create(&config));
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] == '=') continue;
        size_t length = strcspn(line, "\n");
        if (line[length] == 0) fail("too long, or without its end");
        fputs(line, stdout);
        line[length] = 0;
        split(line);
        if (verb == NULL || !(prepare() || (poller != NULL ? tell_poller() || ask_poller() : tell() || ask())))
            fail("no call");
    }
    fetchsched_destroy(engine);
    fetchsched_poller_destroy(poller);
    fetchsched_config_destroy(config);
    return 0;
}
