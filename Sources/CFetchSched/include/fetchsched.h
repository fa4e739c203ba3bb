/*
 * fetchsched: decides when each app's content is fetched in the background, together with its pushes, location wakeups,
 * tasks and transfers. The C interface of the engine; docs/embedding.md shows it at work. A program that only polls
 * (feed readers, crawlers, gateways) makes a poller in place of an engine: fetchsched_poller, below.
 *
 * The host tells the engine what happens and what time it is, takes actions, and does them. The engine never reads a
 * clock, prints, waits, calls back or starts a thread. The same calls give the same answers on every platform, to the
 * last bit, and the same bytes of snapshots.
 *
 *     fetchsched_engine *engine;
 *     fetchsched_app mail;
 *     fetchsched_create(NULL, 1, &engine);
 *     fetchsched_register(engine, FETCHSCHED_INTERVAL_MINIMUM, now, &mail);
 *     fetchsched_observe(engine, &(fetchsched_event){.kind = FETCHSCHED_EVENT_LAUNCH, .app = mail, .time_ms = now});
 *     do {
 *         fetchsched_take_actions(engine, 1, now, actions, 32, &count);
 *         for (size_t i = 0; i < count; i++) { ... do it ... }
 *     } while (count > 0);
 *     fetchsched_next_deadline(engine, 1, now, &timer);
 *     fetchsched_destroy(engine);
 *
 * Units. Times are milliseconds since 1970-01-01 00:00:00 UTC, spans are milliseconds, energy is in joules, sizes are
 * in bytes, places in degrees and metres. Every name says which: _ms, _j, _w (watts), _s (seconds), _m.
 *
 * Answers. Every function that can fail returns 0 (FETCHSCHED_OK) or a negative fetchsched_status, and then has written
 * nothing, unless its comment says so, and has told the engine nothing. NULL, unknown numbers and values out of range
 * are such answers; nothing traps. (As everywhere in Swift, a host without memory left is ended.)
 *
 * Handles. A handle of an engine, a poller, a session or a configuration looks like a pointer, but is a number that each
 * call looks up: a handle that was destroyed, one of another kind, and a number that never was a handle are
 * INVALID_HANDLE, and stay so. Nothing is read through them.
 *
 * Pointers. All that is passed in is read or written during the call only; nothing of the host's is stored or freed.
 * Nothing that the host gets is to be freed, but for handles, by their destroy functions. Texts that are returned as
 * `const char *` are constants, end with NUL, and live as long as the library.
 *
 * Threads. A handle is used by one thread at a time. A call that comes while another thread is in one with the same
 * handle does nothing: HANDLE_IN_USE. (A destroy function then does nothing either.) Different handles are independent,
 * and may be used by different threads at once. Functions without a handle may be called by any thread at any time.
 */
#ifndef FETCHSCHED_H
#define FETCHSCHED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Version ----------------------------------------------------------------------------------------------------- */

/* The version of the library that this header belongs to. */
#define FETCHSCHED_VERSION "0.1.0"

/*
 * The version of the binary interface: the layout of the structs, the functions' parameters, the meaning of numbers.
 * It grows with each change that a compiled host would notice. New kinds of events and actions, new errors and new
 * functions are none: hosts skip actions that they do not know.
 */
#define FETCHSCHED_ABI_VERSION 1

/* The version of the library that is linked, as text; a constant. */
const char *fetchsched_version(void);

/* The FETCHSCHED_ABI_VERSION of the library that is linked: compare it, where the library is loaded at run time. */
uint32_t fetchsched_abi_version(void);

/* -- Errors ------------------------------------------------------------------------------------------------------ */

/* How a call went: 0 or one of these. */
typedef int32_t fetchsched_status;
enum {
    FETCHSCHED_OK = 0,
    FETCHSCHED_ERROR_NULL = -1,                 /* a pointer is NULL that may not be */
    FETCHSCHED_ERROR_INVALID_VALUE = -2,        /* a number is out of its range, is no number, or names nothing */
    FETCHSCHED_ERROR_BUFFER_TOO_SMALL = -3,     /* the size that is needed has been written */
    FETCHSCHED_ERROR_UNKNOWN_APP = -4,          /* no app or source has that number, or it was removed */
    FETCHSCHED_ERROR_NO_FETCH_RUNNING = -5,     /* never started, completed already, or ran past its limit */
    FETCHSCHED_ERROR_VETOED = -6,               /* something forbids the fetch */
    FETCHSCHED_ERROR_NOT_RUNNING = -7,          /* the app does not run, so it cannot start a task */
    FETCHSCHED_ERROR_UNKNOWN_TASK = -8,         /* no task was started under that number */
    FETCHSCHED_ERROR_UNKNOWN_TRANSFER = -9,     /* no transfer was enqueued under that number */
    FETCHSCHED_ERROR_ALREADY_ENDED = -10,       /* the task or transfer has ended */
    FETCHSCHED_ERROR_QUIT_BY_USER = -11,        /* the user quit the app and has not opened it since */
    FETCHSCHED_ERROR_UNKNOWN_REGION = -12,      /* the app has no region of that number */
    FETCHSCHED_ERROR_INVALID_REGION = -13,      /* the radius is not above 0 and below 20,015 km */
    FETCHSCHED_ERROR_TOO_MANY_REGIONS = -14,    /* the app has as many regions as it may (20) */
    FETCHSCHED_ERROR_NOT_MONITORED = -15,       /* the app does not want to know of significant changes */
    FETCHSCHED_ERROR_UNKNOWN_PARAMETER = -16,   /* there is no parameter of that name */
    FETCHSCHED_ERROR_OUT_OF_RANGE = -17,        /* the value is outside the parameter's range; fetchsched_config_range */
    FETCHSCHED_ERROR_SYNTAX = -18,              /* the line of the parameter text is not `name = number`, or a repeat */
    FETCHSCHED_ERROR_NOT_A_SNAPSHOT = -19,      /* the bytes do not start as snapshots do */
    FETCHSCHED_ERROR_TRUNCATED = -20,           /* the snapshot ends too early */
    FETCHSCHED_ERROR_DAMAGED = -21,             /* the snapshot's length or checksum is wrong */
    FETCHSCHED_ERROR_NEWER_VERSION = -22,       /* the snapshot was written by a later version of the library */
    FETCHSCHED_ERROR_OTHER_CONFIGURATION = -23, /* it was counted under another configuration */
    FETCHSCHED_ERROR_INVALID_STATE = -24,       /* its checksum is right, but there is no such state */
    FETCHSCHED_ERROR_TOO_MANY_TASKS = -25,      /* the app has as many open tasks as it may (100) */
    FETCHSCHED_ERROR_TOO_MANY_TRANSFERS = -26,  /* the app has as many transfers as it may (1,000) */
    FETCHSCHED_ERROR_FULL = -27,                /* all apps together have as many as they may (10,000 regions, 100,000
                                                   tasks, 10,000 transfers), or the process has (16 million handles,
                                                   16,000 where pointers have 32 bits) */
    FETCHSCHED_ERROR_INVALID_HANDLE = -28,      /* the handle was destroyed, is one of another kind, or was never made */
    FETCHSCHED_ERROR_HANDLE_IN_USE = -29        /* another thread is in a call with the handle */
};

/* A few English words for a status; a constant, also for numbers that are no status. */
const char *fetchsched_status_text(fetchsched_status status);

/* -- Configuration ----------------------------------------------------------------------------------------------- */

/* Settings of an engine or a poller, made before it. Made by fetchsched_config_create, freed by fetchsched_config_destroy. */
typedef struct fetchsched_config fetchsched_config;

/* Makes the default configuration and writes it to `config`. */
fetchsched_status fetchsched_config_create(fetchsched_config **config);

/*
 * Frees the configuration; what was made with it stays as it is. NULL and what is no handle of a
 * configuration, any more or at all, are ignored.
 */
void fetchsched_config_destroy(fetchsched_config *config);

/*
 * Sets the parameter of that name (UTF-8, ends with NUL) in the unit and the range that `fetchsched bench --config` has
 * for it, as "forecast.halfLifeDays" or "push.perHour"; or one of
 *
 *     valueJoules          value of one fresh launch, joules, 0 or more: the dial between energy and freshness
 *     fetchLimit           how long a fetch may take, seconds, 0 to 86,400
 *     budget.joulesPerDay  what the fetches may use per day, joules
 *     budget.bytesPerDay   the same in bytes
 *     budget.requestsPerDay  the same in requests; by default there is no budget, and 0 allows nothing
 *
 * Errors: UNKNOWN_PARAMETER; OUT_OF_RANGE, for NaN too.
 */
fetchsched_status fetchsched_config_set(fetchsched_config *config, const char *name, double value);

/* Writes the parameter's value, in its unit; a budget that is not set is infinite. Errors: UNKNOWN_PARAMETER. */
fetchsched_status fetchsched_config_get(const fetchsched_config *config, const char *name, double *value);

/*
 * Writes the least and the greatest value that fetchsched_config_set takes for the parameter of that name, in its unit, for
 * the message to the user; the greatest may be infinite. `least` and `most` may be NULL. Errors: UNKNOWN_PARAMETER.
 */
fetchsched_status fetchsched_config_range(const char *name, double *least, double *most);

/*
 * Sets what a parameter file says, `name = value` a line, `#` before comments: all of it or, where a line is wrong,
 * nothing. `text` has `length` bytes and needs no NUL. On an error of the text, the line and the column in bytes (from
 * 1) are written to `line` and `column`, where they are not NULL; 0 otherwise.
 *
 * Errors: SYNTAX, UNKNOWN_PARAMETER, OUT_OF_RANGE.
 */
fetchsched_status fetchsched_config_read(
    fetchsched_config *config, const char *text, size_t length, int32_t *line, int32_t *column);

/* One stage of the radio's tail, the time after an activity in which it is still awake. Every number is 0 or more. */
typedef struct fetchsched_tail_stage {
    double duration_s;
    double power_w;
    double promotion_s; /* how long the way back to activity takes from it */
    double promotion_j; /* and what it costs */
} fetchsched_tail_stage;

#define FETCHSCHED_TAIL_STAGES 8

/* Energy of the radio. Every number is finite and 0 or more. The default is LTE. */
typedef struct fetchsched_radio {
    double promotion_s;   /* waking from sleep */
    double promotion_j;
    double base_w;        /* power while anything is under way, apart from the bytes */
    double j_per_byte;    /* what each byte that comes takes in addition, however fast it goes */
    double up_j_per_byte; /* what each byte that goes takes in addition */
    double request_s;     /* time a request takes in addition to its bytes */
    double bytes_per_s;   /* rate at which bytes come; above 0 */
    uint32_t stage_count; /* stages of the tail, first to last; at most FETCHSCHED_TAIL_STAGES */
    uint32_t reserved;    /* 0 */
    fetchsched_tail_stage tail[FETCHSCHED_TAIL_STAGES];
} fetchsched_radio;

/*
 * Sets what the radio of that name costs: "lte", "lte-5s", "3g", "5g-nsa", "5g-sa", "wifi"; or "wired" for none, as on a
 * desktop or a server. Errors: INVALID_VALUE for other names.
 */
fetchsched_status fetchsched_config_set_radio_named(fetchsched_config *config, const char *name);

/* Sets what the radio costs. */
fetchsched_status fetchsched_config_set_radio(fetchsched_config *config, const fetchsched_radio *radio);

/* Every app that ever ran keeps its process. */
#define FETCHSCHED_ALL_PROCESSES UINT32_MAX

/*
 * Costs of a fetch, apart from the radio. Every number is finite and 0 or more. The default is a phone of today:
 * 0.4 J, 1.5 J, 0.05 J per MB, 4,500 and 1,500 bytes, 0.15 W, 10 processes.
 */
typedef struct fetchsched_power {
    double run_j;              /* the app runs, each fetch */
    double cold_start_j;       /* its process is made, if it has none */
    double handling_j_per_mb;  /* parsing and storing, per million bytes of content */
    double request_down_bytes; /* what a request and its answer move in addition to the content */
    double request_up_bytes;   /* what a request sends */
    double awake_w;            /* power of a device that is awake; counts only while no app is in use */
    uint32_t alive_processes;  /* apps that keep a process, those that ran last; or FETCHSCHED_ALL_PROCESSES */
    uint32_t reserved;         /* 0 */
} fetchsched_power;

/* Sets what a fetch costs apart from the radio. */
fetchsched_status fetchsched_config_set_power(fetchsched_config *config, const fetchsched_power *power);

/*
 * Makes the configuration that of a program that polls, whatever was set before: no radio, each request costs 1, as many
 * are made a day as given, and the updates of all sources count, also of sources never opened. Errors: OUT_OF_RANGE.
 */
fetchsched_status fetchsched_config_set_poller(fetchsched_config *config, double requests_per_day);

/* -- Engine ------------------------------------------------------------------------------------------------------ */

/* The engine. Made by fetchsched_create or fetchsched_restore, freed by fetchsched_destroy. */
typedef struct fetchsched_engine fetchsched_engine;

/*
 * An app: the number that it got at its registration. Apps have the numbers 0, 1, 2, and so on; the place of one that was
 * removed is given to one that is registered later, whose number has that place in the lower 32 bits and above them how
 * many apps the place had before. So no two apps of an engine ever have the same number.
 */
typedef uint64_t fetchsched_app;

/* No app: for events about the whole device. */
#define FETCHSCHED_NO_APP UINT64_MAX

/* The time that never comes, and the span that never ends. */
#define FETCHSCHED_NEVER INT64_MAX

/*
 * Makes an engine without apps and writes it to `engine`.
 *
 * `config`: read now; NULL for the defaults. `seed`: where jitter comes from; the same seed, the same decisions.
 */
fetchsched_status fetchsched_create(const fetchsched_config *config, uint64_t seed, fetchsched_engine **engine);

/* Frees the engine. NULL and what is no handle of an engine, any more or at all, are ignored. */
void fetchsched_destroy(fetchsched_engine *engine);

/* How often an app allows its content to be fetched in the background; a positive number is the least time in ms. */
enum {
    FETCHSCHED_INTERVAL_NEVER = -1, /* not at all */
    FETCHSCHED_INTERVAL_MINIMUM = 0 /* whenever a fetch pays */
};

/* Adds an app and writes its number to `app`. Its content counts as up to date at `now_ms`. */
fetchsched_status fetchsched_register(
    fetchsched_engine *engine, int64_t interval_ms, int64_t now_ms, fetchsched_app *app);

/*
 * Removes an app: it was uninstalled, or its content is no longer wanted. All its stored data is freed, and its
 * number is that of an unknown app from now on. Its pushes, regions, tasks and transfers have ended; the next actions are
 * STOP_FETCH if a fetch of it is under way, and GIVE_UP_TRANSFER for each of its transfers that is.
 *
 * Errors: UNKNOWN_APP.
 */
fetchsched_status fetchsched_remove(fetchsched_engine *engine, fetchsched_app app, int64_t now_ms);

/* Changes an app's interval. Errors: UNKNOWN_APP. */
fetchsched_status fetchsched_set_interval(
    fetchsched_engine *engine, fetchsched_app app, int64_t interval_ms, int64_t now_ms);

/* Says whether (1 or 0) the app's source announces all its changes by hints, so that silence says no. */
fetchsched_status fetchsched_set_announces_content(fetchsched_engine *engine, fetchsched_app app, int32_t announces);

/* -- Events: what the host saw ----------------------------------------------------------------------------------- */

/* Kinds of events. Each says which of the event's fields it reads; the others are ignored. */
enum {
    FETCHSCHED_EVENT_LAUNCH = 1,           /* app: the user opened it; it is in the foreground from now on */
    FETCHSCHED_EVENT_END_OF_USE = 2,       /* app: it left the foreground */
    FETCHSCHED_EVENT_FOREGROUND_SYNC = 3,  /* app, value (outcome), bytes: it loaded its content in the foreground */
    FETCHSCHED_EVENT_CONTENT_HINT = 4,     /* app: its source said that there is something new, without sending it */
    FETCHSCHED_EVENT_RADIO = 5,            /* value (cause), until_ms: the radio is active, at least until then */
    FETCHSCHED_EVENT_NETWORK = 6,          /* value (network) */
    FETCHSCHED_EVENT_POWER = 7,            /* value: 1 on a charger, 0 on battery */
    FETCHSCHED_EVENT_BATTERY_LEVEL = 8,    /* level: 0 (empty) to 1 (full) */
    FETCHSCHED_EVENT_SAVER = 9,            /* value: 1 if low power mode was switched on, 0 if off */
    FETCHSCHED_EVENT_REFRESH = 10,         /* app (or FETCHSCHED_NO_APP: the device), value: 1 on, 0 off */
    FETCHSCHED_EVENT_QUIT = 11,            /* app: the user quit it; it is not started until its next launch */
    FETCHSCHED_EVENT_ZONE = 12,            /* value: local time in seconds east of UTC, -86,400 to 86,400 */
    FETCHSCHED_EVENT_SERVER_WAIT = 13,     /* app, until_ms: its server asks to be left alone until then */
    FETCHSCHED_EVENT_SERVER_INTERVAL = 14, /* app, value: its server asks for so many ms between fetches; 0 for none */
    FETCHSCHED_EVENT_PROCESS_ENDED = 15,   /* app: its process ended, for whatever reason but the user's */
    FETCHSCHED_EVENT_DEVICE_AWAKE = 16,    /* until_ms: the device is awake for other reasons, at least until then */
    FETCHSCHED_EVENT_DEVICE_ASLEEP = 17,   /* the device goes to sleep */
    FETCHSCHED_EVENT_SCREEN = 18,          /* value (screen): report it, as a launch may be seconds away */
    FETCHSCHED_EVENT_CONTENT_CHANGED = 19, /* app, value: its source changed at that time in ms, as what was loaded says;
                                              each change since the last look, the oldest first, before the look's end */
    FETCHSCHED_EVENT_NOTIFICATION = 20,    /* app: the user was shown a notification of it that was no push */
    FETCHSCHED_EVENT_GRANTED = 21          /* until_ms: the system lets the program run in the background until then, an hour
                                              at most; no fetch is charged a wakeup meanwhile. Time that has come ends it */
};

/* Results of a fetch or a sync. */
enum {
    FETCHSCHED_OUTCOME_NEW_DATA = 0, /* content that was not there before */
    FETCHSCHED_OUTCOME_NO_DATA = 1,  /* nothing new */
    FETCHSCHED_OUTCOME_FAILED = 2,   /* it did not succeed, which says nothing about the content */
    FETCHSCHED_OUTCOME_GONE = 3      /* no such source any more (HTTP's 410): polled again after five to seven days */
};

/* Causes of radio activity. */
enum {
    FETCHSCHED_RADIO_USER = 0,
    FETCHSCHED_RADIO_HEARTBEAT = 1, /* a periodic keep-alive */
    FETCHSCHED_RADIO_OTHER = 2,
    FETCHSCHED_RADIO_PUSH = 3,    /* a push that came, also one that the engine told the host to deliver */
    FETCHSCHED_RADIO_TRANSFER = 4 /* a transfer, also one that the engine told the host to start */
};

/* The way to the network. */
enum {
    FETCHSCHED_NETWORK_NONE = 0,
    FETCHSCHED_NETWORK_WIFI = 1,
    FETCHSCHED_NETWORK_CELLULAR = 2,
    FETCHSCHED_NETWORK_WIRED = 3 /* a cable; for the engine the same as Wi-Fi */
};

/* Changes of the screen. */
enum {
    FETCHSCHED_SCREEN_ON = 0,       /* it lit; maybe for the clock or a notice alone */
    FETCHSCHED_SCREEN_UNLOCKED = 1, /* the user unlocked it */
    FETCHSCHED_SCREEN_OFF = 2       /* it went dark */
};

/* Something that the host saw happen. Set what does not matter to 0. */
typedef struct fetchsched_event {
    int64_t time_ms;  /* when: now. No event is told late. */
    int64_t until_ms; /* a time */
    int64_t value;    /* a number, by the event's kind */
    int64_t bytes;    /* how many bytes were moved */
    double level;     /* 0 to 1 */
    fetchsched_app app;
    uint32_t kind;     /* FETCHSCHED_EVENT_... */
    uint32_t reserved; /* 0 */
} fetchsched_event;

/* Learns what the host saw. Errors: UNKNOWN_APP; INVALID_VALUE for a kind, a value or a level that there is not. */
fetchsched_status fetchsched_observe(fetchsched_engine *engine, const fetchsched_event *event);

/* -- Actions: what the host is to do ----------------------------------------------------------------------------- */

/* Kinds of actions. Each says which of the action's fields it sets. Hosts skip kinds that they do not know. */
enum {
    FETCHSCHED_ACTION_FETCH = 1,              /* app, cause (reason): start a fetch, and report its end */
    FETCHSCHED_ACTION_STOP_FETCH = 2,         /* app: stop its fetch: it ran past its limit, or its process
                                                 ended, or it was removed */
    FETCHSCHED_ACTION_REFRESH_SNAPSHOT = 3,   /* app: renew its picture in the switcher */
    FETCHSCHED_ACTION_DELIVER_PUSH = 4,       /* app, id, happened_ms (arrival), cause (urgency): bring it to its app */
    FETCHSCHED_ACTION_WAKE_FOR_LOCATION = 5,  /* app, cause, number (region), happened_ms, until_ms (awake until) */
    FETCHSCHED_ACTION_TASK_EXPIRING = 6,      /* id: call the task's expiry callback, its time is nearly over */
    FETCHSCHED_ACTION_TERMINATE = 7,          /* app, number: end it; so many tasks were left open, as told next */
    FETCHSCHED_ACTION_TASK_LEFT_OPEN = 8,     /* app, id: this task has ended with its app; nothing to do */
    FETCHSCHED_ACTION_SUSPEND = 9,            /* app: let it run no further for the present */
    FETCHSCHED_ACTION_RESUME = 10,            /* app: let it run on, with its open tasks */
    FETCHSCHED_ACTION_START_TRANSFER = 11,    /* id, bytes: start it from that byte on, counting from 0 */
    FETCHSCHED_ACTION_PAUSE_TRANSFER = 12,    /* id: stop it, and report by fetchsched_transfer_interrupted */
    FETCHSCHED_ACTION_GIVE_UP_TRANSFER = 13,  /* id: stop it for good; it has ended: its time is over, or its app was
                                                 removed */
    FETCHSCHED_ACTION_WAKE_FOR_TRANSFERS = 14 /* app, number (session): all transfers of the session are done */
};

/* Why a fetch is started now. */
enum {
    FETCHSCHED_REASON_FREE_MOMENT = 0, /* the radio is awake for another reason */
    FETCHSCHED_REASON_WAKEUP = 1,      /* waking the radio pays */
    FETCHSCHED_REASON_PROBE = 2,       /* a look at a source that has been silent */
    FETCHSCHED_REASON_PUSH = 3,        /* the radio is awake, and a push or a hint announced an update */
    FETCHSCHED_REASON_FORCED = 4,      /* fetchsched_force_fetch */
    FETCHSCHED_REASON_DUE = 5          /* its own moment has come, on a network that is always on */
};

/* Why an app is woken for a change of place. */
enum { FETCHSCHED_PLACE_ENTER = 0, FETCHSCHED_PLACE_EXIT = 1, FETCHSCHED_PLACE_SIGNIFICANT = 2 };

/* Something to do. Fields that do not matter are 0, and `app` is FETCHSCHED_NO_APP. */
typedef struct fetchsched_action {
    int64_t happened_ms; /* when what it is about happened */
    int64_t until_ms;    /* a time */
    int64_t bytes;
    uint64_t id; /* the host's number of a push, or the number of a task or a transfer */
    fetchsched_app app;
    uint32_t kind;     /* FETCHSCHED_ACTION_... */
    uint32_t cause;    /* FETCHSCHED_REASON_..., FETCHSCHED_PUSH_... or FETCHSCHED_PLACE_... */
    int32_t number;    /* of a region or a session, or a count */
    uint32_t reserved; /* 0 */
} fetchsched_action;

/*
 * Takes what is to be done now: writes up to `capacity` actions to `actions`, in order, and how many to `count`. Ask
 * until it is 0: what was done may have given more to do. To be called after everything that was told, and at the time
 * that fetchsched_next_deadline gives. Each action is told once and is then under way: a fetch until fetchsched_complete.
 *
 * `may_fetch`: 0 if no fetch is to be started now, 1 else. A host that fetches one app after the other takes one action
 * at a time and says 0 while a fetch is under way. `actions` may be NULL if `capacity` is 0.
 */
fetchsched_status fetchsched_take_actions(
    fetchsched_engine *engine, int32_t may_fetch, int64_t now_ms, fetchsched_action *actions, size_t capacity,
    size_t *count);

/* Writes when to take actions if nothing happens before; FETCHSCHED_NEVER for not at all. `may_fetch`: as above. */
fetchsched_status fetchsched_next_deadline(
    fetchsched_engine *engine, int32_t may_fetch, int64_t now_ms, int64_t *time_ms);

/*
 * Writes when to ask the system for the next run (FETCHSCHED_EVENT_GRANTED): the first time at which one would fetch something
 * if nothing happened before, a day ahead at most; FETCHSCHED_NEVER if no app may be fetched within a week. To be called
 * after each run and after each use.
 */
fetchsched_status fetchsched_next_run(fetchsched_engine *engine, int64_t now_ms, int64_t *time_ms);

/* -- Fetches ----------------------------------------------------------------------------------------------------- */

/*
 * Reports how a fetch ended, exactly once. `bytes`: transferred; 0 or more. `energy_j`: what it took beyond what the
 * device would have spent anyway, where the host can measure it; negative if not.
 *
 * Errors: UNKNOWN_APP, NO_FETCH_RUNNING, INVALID_VALUE.
 */
fetchsched_status fetchsched_complete(
    fetchsched_engine *engine, fetchsched_app app, uint32_t outcome, int64_t bytes, double energy_j, int64_t now_ms);

/*
 * The app wants what a push announced: it is fetched when that pays, now or at a later opportunity. Errors:
 * UNKNOWN_APP.
 */
fetchsched_status fetchsched_request_fetch(fetchsched_engine *engine, fetchsched_app app, int64_t now_ms);

/*
 * Starts a fetch at once, to debug an app; no action follows. No network, the user's switches, `never`, the foreground
 * and a fetch under way stand against it; fetchsched_explain says which. Errors: UNKNOWN_APP, VETOED.
 */
fetchsched_status fetchsched_force_fetch(fetchsched_engine *engine, fetchsched_app app, int64_t now_ms);

/* -- Pushes ------------------------------------------------------------------------------------------------------ */

/* Receivers of a push, and the urgency of one that only the app receives (RFC 8030, section 5.3). */
enum {
    FETCHSCHED_PUSH_ALERT = 0, /* shown to the user: delivered at once */
    FETCHSCHED_PUSH_SILENT = 1,          /* announces an update to the app alone; urgency normal */
    FETCHSCHED_PUSH_SILENT_VERY_LOW = 2, /* may wait for 24 hours (6 times push.longestDelay) */
    FETCHSCHED_PUSH_SILENT_LOW = 3,      /* may wait for 12 hours (3 times push.longestDelay) */
    FETCHSCHED_PUSH_SILENT_HIGH = 4      /* may not wait */
};

/*
 * Answers to a push. On a device it has arrived: silent ones are delivered 3 per hour, 2 at once (push.perHour, push.burst), and an
 * alert or a launch of the app releases a stored one. With push.waitAtServer = 1 the caller is the server that asks when to send:
 * one of normal urgency is held for up to 4 hours while the radio sleeps, unless its content justifies a wakeup. With
 * push.hostStores = 0 nothing is stored: what is not delivered is refused.
 */
enum {
    FETCHSCHED_RECEPTION_DELIVER = 0,  /* bring it to its app now */
    FETCHSCHED_RECEPTION_STORED = 1,   /* keep it: an action will say when */
    FETCHSCHED_RECEPTION_REPLACED = 2, /* the same, and forget the one whose number is `replaced` */
    FETCHSCHED_RECEPTION_REFUSED = 3   /* the app does not get it: the user quit it, or it is over the limit */
};

/* The engine's answer to a push. */
typedef struct fetchsched_reception {
    uint64_t replaced; /* the number of the push that this one replaced; 0 if none */
    uint32_t decision; /* FETCHSCHED_RECEPTION_... */
    uint32_t reserved; /* 0 */
} fetchsched_reception;

/*
 * Takes a push that has just arrived, and writes to `reception` what to do with it. `number`: the host's, any number.
 *
 * Errors: UNKNOWN_APP.
 */
fetchsched_status fetchsched_receive_push(
    fetchsched_engine *engine, fetchsched_app app, uint32_t urgency, uint64_t number, int64_t now_ms,
    fetchsched_reception *reception);

/* -- Places ------------------------------------------------------------------------------------------------------ */

/*
 * Wakes the app whenever the device enters or leaves a circle. `region`: the app's number for it; an equal one replaces
 * it. Degrees north (-90 to 90) and east (-180 to 180); the radius in metres.
 *
 * Errors: UNKNOWN_APP, INVALID_VALUE, INVALID_REGION, TOO_MANY_REGIONS, FULL.
 */
fetchsched_status fetchsched_watch_region(
    fetchsched_engine *engine, fetchsched_app app, int32_t region, double latitude_deg, double longitude_deg,
    double radius_m);

/* Like fetchsched_watch_region, for a region whose crossings the host finds itself, such as a beacon's. */
fetchsched_status fetchsched_watch_beacon(fetchsched_engine *engine, fetchsched_app app, int32_t region);

/* Watches the region no longer. Errors: UNKNOWN_APP, UNKNOWN_REGION. */
fetchsched_status fetchsched_unwatch_region(fetchsched_engine *engine, fetchsched_app app, int32_t region);

/* Sets whether (1 or 0) the app is to be woken when the device has moved by 500 m. Errors: UNKNOWN_APP. */
fetchsched_status fetchsched_watch_significant_changes(fetchsched_engine *engine, fetchsched_app app, int32_t wants);

/* Learns where the device is, to within `accuracy_m` metres. Errors: INVALID_VALUE. */
fetchsched_status fetchsched_observe_position(
    fetchsched_engine *engine, double latitude_deg, double longitude_deg, double accuracy_m, int64_t now_ms);

/* Learns of a crossing that the host found: FETCHSCHED_PLACE_ENTER or _EXIT. Errors: UNKNOWN_APP, UNKNOWN_REGION. */
fetchsched_status fetchsched_observe_crossing(
    fetchsched_engine *engine, fetchsched_app app, int32_t region, uint32_t crossing, int64_t now_ms);

/* Learns of a significant change that the host found. Errors: UNKNOWN_APP, NOT_MONITORED. */
fetchsched_status fetchsched_observe_significant_change(
    fetchsched_engine *engine, fetchsched_app app, int64_t now_ms);

/* Writes whether the device is in the region: 1 or 0, or -1 while that is not known. Errors: as above. */
fetchsched_status fetchsched_is_inside(
    const fetchsched_engine *engine, fetchsched_app app, int32_t region, int32_t *inside);

/* -- Tasks ------------------------------------------------------------------------------------------------------- */

/*
 * Starts a background task of an app that runs, and writes its number.
 *
 * Errors: UNKNOWN_APP, NOT_RUNNING, TOO_MANY_TASKS, FULL.
 */
fetchsched_status fetchsched_start_task(
    fetchsched_engine *engine, fetchsched_app app, int64_t now_ms, uint64_t *task);

/* Ends a task. Errors: UNKNOWN_TASK, ALREADY_ENDED. */
fetchsched_status fetchsched_end_task(fetchsched_engine *engine, uint64_t task, int64_t now_ms);

/* Writes how long the app may run on, in ms: FETCHSCHED_NEVER in the foreground, 0 if it does not run. */
fetchsched_status fetchsched_time_remaining(
    const fetchsched_engine *engine, fetchsched_app app, int64_t now_ms, int64_t *span_ms);

/* Writes whether (1 or 0) the app runs: in the foreground, or in the background and not suspended. */
fetchsched_status fetchsched_is_running(const fetchsched_engine *engine, fetchsched_app app, int32_t *running);

/* -- Transfers --------------------------------------------------------------------------------------------------- */

/* Properties of a transfer; flags to be added. */
enum {
    FETCHSCHED_TRANSFER_DISCRETIONARY = 1, /* it can wait for Wi-Fi and power; always so from the background */
    FETCHSCHED_TRANSFER_NO_WAKE = 2        /* its end is no reason to wake the app */
};

/* A transfer that an app leaves to the device. What is 0 is the default. */
typedef struct fetchsched_transfer {
    int64_t bytes;      /* to move; 0 or more */
    int64_t timeout_ms; /* how long it may take in all; 0 for seven days, FETCHSCHED_NEVER for ever; not negative */
    fetchsched_app app;
    int32_t session;   /* the app's number for transfers that belong together: it is woken when all are done */
    int32_t priority;  /* -1 low, 0 normal, 1 high */
    uint32_t flags;    /* FETCHSCHED_TRANSFER_... */
    uint32_t reserved; /* 0 */
} fetchsched_transfer;

/* How a transfer stands. */
typedef struct fetchsched_transfer_status {
    int64_t bytes_done;
    int64_t deadline_ms;   /* when it is given up */
    int32_t interruptions; /* in a row, without progress between */
    uint32_t active;       /* 1 if it is under way */
} fetchsched_transfer_status;

/*
 * Leaves a transfer to the device, and writes its number. Sessions for which the app was not woken yet count as well.
 *
 * Errors: UNKNOWN_APP, QUIT_BY_USER, INVALID_VALUE, TOO_MANY_TRANSFERS, FULL.
 */
fetchsched_status fetchsched_enqueue_transfer(
    fetchsched_engine *engine, const fetchsched_transfer *request, int64_t now_ms, uint64_t *transfer);

/* The app wants it no more; the host stops it if it is under way. Errors: UNKNOWN_TRANSFER, ALREADY_ENDED. */
fetchsched_status fetchsched_cancel_transfer(fetchsched_engine *engine, uint64_t transfer, int64_t now_ms);

/* Reports how many bytes the transfer has moved in all, since it was added. Errors: as above. */
fetchsched_status fetchsched_transfer_progress(
    fetchsched_engine *engine, uint64_t transfer, int64_t bytes, int64_t now_ms);

/* Reports that the transfer broke off or paused, and the bytes moved in all; it resumes there. Errors: as above. */
fetchsched_status fetchsched_transfer_interrupted(
    fetchsched_engine *engine, uint64_t transfer, int64_t bytes, int64_t now_ms);

/* Reports that the transfer has moved all its bytes. Errors: as above. */
fetchsched_status fetchsched_transfer_finished(fetchsched_engine *engine, uint64_t transfer, int64_t now_ms);

/* Writes how it stands. Errors: as above. */
fetchsched_status fetchsched_get_transfer(
    const fetchsched_engine *engine, uint64_t transfer, fetchsched_transfer_status *status);

/* -- Snapshots --------------------------------------------------------------------------------------------------- */

/*
 * Writes the whole state to `bytes`, which has room for `capacity`, and its size to `size`. If the room is too small,
 * only the size is written, and the answer is BUFFER_TOO_SMALL; `bytes` may be NULL if `capacity` is 0. The same state
 * gives the same bytes on every platform. Take all actions first: a TASK_LEFT_OPEN that was not told is not in it.
 */
fetchsched_status fetchsched_snapshot(
    const fetchsched_engine *engine, uint8_t *bytes, size_t capacity, size_t *size);

/*
 * Makes the engine that wrote the snapshot, and writes it to `engine`. `config` is the host's, as in fetchsched_create;
 * see docs/snapshots.md for what of it may differ.
 *
 * Errors: NOT_A_SNAPSHOT to INVALID_STATE, whatever the bytes are.
 */
fetchsched_status fetchsched_restore(
    const fetchsched_config *config, const uint8_t *bytes, size_t size, fetchsched_engine **engine);

/*
 * The host's process ended and started again, after the engine was restored: fetches under way are forgotten, transfers
 * go on from their last reported byte, and no app runs.
 */
fetchsched_status fetchsched_host_restarted(fetchsched_engine *engine, int64_t now_ms);

/* -- What the engine knows --------------------------------------------------------------------------------------- */

/* Figures of the whole engine. */
typedef struct fetchsched_statistics {
    double value_j;              /* value of one fresh launch at present */
    double spent_j;              /* what the fetches so far have cost beyond what the device spent anyway */
    double launches_per_s;       /* launches of any app that are expected per second */
    uint32_t app_count;          /* apps registered; they are numbered from 0 */
    uint32_t open_tasks;         /* tasks that have not ended */
    uint32_t transfers;          /* transfers that have not ended */
    uint32_t active_transfers;   /* those under way */
    uint32_t budget_spent;       /* 1 if a daily budget is spent */
    uint32_t radio_awake;        /* 1 if the radio is awake, so that work needs no wakeup */
} fetchsched_statistics;

/* Writes the figures. O(hours since the last event). */
fetchsched_status fetchsched_get_statistics(
    const fetchsched_engine *engine, int64_t now_ms, fetchsched_statistics *statistics);

/* How an app stands. */
typedef struct fetchsched_app_state {
    int64_t interval_ms;    /* FETCHSCHED_INTERVAL_..., or the least time in ms */
    int64_t last_sync_ms;   /* when its copy was last known to be up to date */
    int64_t fetch_start_ms; /* when its fetch was started, if one is under way; FETCHSCHED_NEVER if not */
} fetchsched_app_state;

/* Writes how an app stands. O(1). Errors: UNKNOWN_APP. */
fetchsched_status fetchsched_get_app(
    const fetchsched_engine *engine, fetchsched_app app, fetchsched_app_state *state);

/* Writes the probability, 0 to 1, that the user opens the app within `span_ms`, 0 or more, from now. O(its hours). */
fetchsched_status fetchsched_launch_probability(
    fetchsched_engine *engine, fetchsched_app app, int64_t span_ms, int64_t now_ms, double *probability);

/* Writes the probability, 0 to 1, that the app is the one opened if any is opened now. O(1). */
fetchsched_status fetchsched_next_app_probability(
    const fetchsched_engine *engine, fetchsched_app app, int64_t now_ms, double *probability);

/* Writes the probability, 0 to 1, that the app's source has something new. O(1). */
fetchsched_status fetchsched_new_content_probability(
    const fetchsched_engine *engine, fetchsched_app app, int64_t now_ms, double *probability);

/* Reasons that forbid a fetch; flags to be added. */
enum {
    FETCHSCHED_VETO_INTERVAL_NEVER = 1,
    FETCHSCHED_VETO_INTERVAL_NOT_PASSED = 2,
    FETCHSCHED_VETO_SETTLING = 4, /* the app was registered a moment ago */
    FETCHSCHED_VETO_BACKING_OFF = 8,
    FETCHSCHED_VETO_SERVER_DELAY = 16,
    FETCHSCHED_VETO_IN_FOREGROUND = 32,
    FETCHSCHED_VETO_FETCH_UNDER_WAY = 64,
    FETCHSCHED_VETO_QUIT_BY_USER = 128,
    FETCHSCHED_VETO_REFRESH_OFF_FOR_APP = 256,
    FETCHSCHED_VETO_REFRESH_OFF = 512,
    FETCHSCHED_VETO_NO_NETWORK = 1024,
    FETCHSCHED_VETO_LOW_POWER_MODE = 2048,
    FETCHSCHED_VETO_LOW_BATTERY = 4096,
    FETCHSCHED_VETO_BUDGET_SPENT = 8192,
    FETCHSCHED_VETO_SPACING_NOT_PASSED = 16384, /* the least time since its last fetch has not passed */
    FETCHSCHED_VETO_FETCHES_LOSE = 32768,       /* fetches have cost too much more than they brought */
    FETCHSCHED_VETO_NETWORK_FAILS = 65536,      /* many sources failed at once: the network seems to be down */
    FETCHSCHED_VETO_EVER_NEW = 131072           /* new at each request: half of a source's share at most */
};

/* Decisions about an app. */
enum {
    FETCHSCHED_VERDICT_VETOED = 0,
    FETCHSCHED_VERDICT_FETCH = 1,                /* fetching at once pays */
    FETCHSCHED_VERDICT_PROBE = 2,                /* the same, to see whether a silent source is still silent */
    FETCHSCHED_VERDICT_WAIT_FOR_FREE_MOMENT = 3, /* it would pay, but later is better */
    FETCHSCHED_VERDICT_DOES_NOT_PAY = 4,
    FETCHSCHED_VERDICT_RADIO_ASLEEP = 5,  /* a wakeup of the radio does not pay now */
    FETCHSCHED_VERDICT_DEVICE_IN_USE = 6, /* the radio is asleep, and the use of the device will wake it */
    FETCHSCHED_VERDICT_NOT_DUE = 7        /* its own moment, on a network that is always on, has not come */
};

/* Why an app would be fetched now or would not. */
typedef struct fetchsched_explanation {
    double value_j;         /* value of a fresh launch */
    double cost_j;          /* what a fetch now is expected to cost */
    double new_probability;      /* the probability that there is something new, 0 to 1 */
    double use_probability;      /* the probability that it is used before it changes again, 0 to 1 */
    double launches_per_s;  /* launches of the app that are expected per second */
    int64_t last_sync_ms;   /* when its copy was last known to be up to date */
    int64_t expected_ms;    /* the fetch is expected: now_ms; or a planned wakeup; or not before that time, if vetoed;
                               FETCHSCHED_NEVER if it takes an event: a free moment, or the end of a veto */
    uint32_t verdict;       /* FETCHSCHED_VERDICT_... */
    uint32_t vetoes;        /* FETCHSCHED_VETO_... */
    uint32_t failures;      /* fetches in a row that failed */
    uint32_t silent_looks;  /* fetches and launches in a row that found nothing new */
} fetchsched_explanation;

/* Writes why. It works on a copy: O(apps x steps of the plan). Errors: UNKNOWN_APP. */
fetchsched_status fetchsched_explain(
    const fetchsched_engine *engine, fetchsched_app app, int64_t now_ms, fetchsched_explanation *explanation);

/*
 * Writes the same as one line for people, UTF-8 that ends with NUL, to `text`, which has room for `capacity` bytes, and
 * its size with the NUL to `size`. If the room is too small, only the size is written: BUFFER_TOO_SMALL.
 */
fetchsched_status fetchsched_explain_text(
    const fetchsched_engine *engine, fetchsched_app app, int64_t now_ms, char *text, size_t capacity, size_t *size);

/* -- Poller ------------------------------------------------------------------------------------------------------ */

/*
 * Decides when each of many sources is polled, with so many requests a day. Made by fetchsched_poller_create or
 * fetchsched_poller_restore, freed by fetchsched_poller_destroy. It has no apps, pushes, places, tasks or transfers, and is
 * no engine: neither takes the handle of the other.
 *
 *     fetchsched_poller *poller;
 *     fetchsched_config_set_poller(config, 1200);
 *     fetchsched_poller_create(config, 1, &poller);
 *     fetchsched_poller_add_source(poller, &limits, now, &feed);
 *     fetchsched_poller_due(poller, now, sources, 32, &count);
 *     for (size_t i = 0; i < count; i++) { ... ask sources[i] ... fetchsched_poller_record_answer(...); }
 *     fetchsched_poller_next_deadline(poller, now, &timer);
 *
 * A host whose loop is its own leaves fetchsched_poller_due out: fetchsched_poller_record_answer also takes the answer of a
 * request that the host made by itself, and says when the source is due next.
 */
typedef struct fetchsched_poller fetchsched_poller;

/*
 * A source: the number that it got when it was added. As with fetchsched_app, no two sources of a poller ever have the same
 * number. A number of no source is the error UNKNOWN_APP.
 */
typedef uint64_t fetchsched_source;

/*
 * Makes a poller without sources and writes it to `poller`.
 *
 * `config`: read now; fetchsched_config_set_poller makes one, and any other has to be without a radio ("wired"). `seed`: the
 * source of the jitter; the same seed, the same decisions. Errors: INVALID_VALUE for a configuration with a radio; FULL.
 */
fetchsched_status fetchsched_poller_create(const fetchsched_config *config, uint64_t seed, fetchsched_poller **poller);

/* Frees the poller. NULL and numbers that are no handle of a poller, any more or at all, are ignored. */
void fetchsched_poller_destroy(fetchsched_poller *poller);

/* Writes the whole state, by the rules of fetchsched_snapshot. O(sources): about 3 bytes for one never polled. */
fetchsched_status fetchsched_poller_snapshot(
    const fetchsched_poller *poller, uint8_t *bytes, size_t capacity, size_t *size);

/*
 * Makes the poller that wrote the snapshot, and writes it to `poller`. `config` is the host's, as in fetchsched_poller_create.
 * A snapshot of an engine is none of a poller. O(bytes).
 *
 * Errors: INVALID_VALUE for a configuration with a radio; NOT_A_SNAPSHOT to INVALID_STATE, whatever the bytes are; FULL.
 */
fetchsched_status fetchsched_poller_restore(
    const fetchsched_config *config, const uint8_t *bytes, size_t size, fetchsched_poller **poller);

/*
 * The host's process restarted, after the poller was restored: requests under way are forgotten. O(sources).
 */
fetchsched_status fetchsched_poller_host_restarted(fetchsched_poller *poller, int64_t now_ms);

/* The group of a source that has none. */
#define FETCHSCHED_NO_GROUP (-1)

/* Limits that the host sets for one source. */
typedef struct fetchsched_source_limits {
    int64_t least_ms;  /* least time between two requests; 0 for none but the parameter minimumSpacing */
    int64_t most_ms;   /* longest time between two requests; FETCHSCHED_NEVER for none */
    double weight;     /* of its updates, and of what is read of it, compared with those of the others: 1 */
    int32_t group;     /* of fetchsched_poller_add_group, or FETCHSCHED_NO_GROUP */
    uint32_t reserved; /* 0 */
} fetchsched_source_limits;

/*
 * Adds a source that was never polled, and writes its number. It is due at once, or in its turn where many are added.
 * O(log sources). Errors: INVALID_VALUE.
 */
fetchsched_status fetchsched_poller_add_source(
    fetchsched_poller *poller, const fetchsched_source_limits *limits, int64_t now_ms, fetchsched_source *source);

/* Changes the limits of a source. O(log sources). Errors: UNKNOWN_APP, INVALID_VALUE. */
fetchsched_status fetchsched_poller_set_source(
    fetchsched_poller *poller, fetchsched_source source, const fetchsched_source_limits *limits, int64_t now_ms);

/* Removes a source, and all its own stored data. O(log sources). Errors: UNKNOWN_APP. */
fetchsched_status fetchsched_poller_remove_source(fetchsched_poller *poller, fetchsched_source source, int64_t now_ms);

/* Stops polling a source but keeps its state (1) or resumes (0). O(log sources). Errors: UNKNOWN_APP, INVALID_VALUE. */
fetchsched_status fetchsched_poller_pause_source(
    fetchsched_poller *poller, fetchsched_source source, int32_t is_paused, int64_t now_ms);

/*
 * Adds a group of sources that share a server, and writes its number, from 0 on. `spacing_ms`: least time between the
 * starts of two requests. `at_once`: most requests at once; 0 for any number. The time that the server asks one of the
 * sources to wait holds for all. O(1). Errors: INVALID_VALUE.
 */
fetchsched_status fetchsched_poller_add_group(
    fetchsched_poller *poller, int64_t spacing_ms, int32_t at_once, int32_t *group);

/* Changes the limits of a group, and forgets what its server seemed to need. O(1). Errors: INVALID_VALUE. */
fetchsched_status fetchsched_poller_set_group(
    fetchsched_poller *poller, int32_t group, int64_t spacing_ms, int32_t at_once);

/* Removes a group that no source is in any more; a later group may have its number. O(1). Errors: INVALID_VALUE. */
fetchsched_status fetchsched_poller_remove_group(fetchsched_poller *poller, int32_t group);

/*
 * Takes the sources that are due: writes up to `capacity` numbers to `sources`, and how many to `count`. The request to each is
 * under way until fetchsched_poller_record_answer or fetchsched_poller_defer_request, and has failed at its limit (the
 * parameter fetchLimit). O(log sources) for each.
 */
fetchsched_status fetchsched_poller_due(
    fetchsched_poller *poller, int64_t now_ms, fetchsched_source *sources, size_t capacity, size_t *count);

/* Writes when to take those that are due if nothing happens before; FETCHSCHED_NEVER for not at all. O(log sources). */
fetchsched_status fetchsched_poller_next_deadline(fetchsched_poller *poller, int64_t now_ms, int64_t *time_ms);

/*
 * Writes when the source is due, with everything that forbids a request before; FETCHSCHED_NEVER if not before something
 * happens, as while a request is under way. O(log sources). Errors: UNKNOWN_APP.
 */
fetchsched_status fetchsched_poller_next_request(
    fetchsched_poller *poller, fetchsched_source source, int64_t now_ms, int64_t *next_ms);

/*
 * Reports what a request found, whether the poller or the host decided on it, and writes when the next
 * is due. `changed`: times of the changes since the last request, as the dates of new entries; may be NULL if
 * `changed_count` is 0. `retry_after_ms` and `max_age_ms`: the times that the server asks for; negative if it does not. A
 * server that refuses and says no time (429) has `retry_after_ms` 0: its group is left alone for a while. `bytes`: 0 if not
 * known. O(log sources + dates). Errors: UNKNOWN_APP, INVALID_VALUE.
 */
fetchsched_status fetchsched_poller_record_answer(
    fetchsched_poller *poller, fetchsched_source source, uint32_t outcome, int64_t bytes, const int64_t *changed,
    size_t changed_count, int64_t retry_after_ms, int64_t max_age_ms, int64_t now_ms, int64_t *next_ms);

/*
 * Puts off a request that was taken and not made, for a week at most: it is no request and no failure. O(log sources).
 * Errors: UNKNOWN_APP, NO_FETCH_RUNNING.
 */
fetchsched_status fetchsched_poller_defer_request(
    fetchsched_poller *poller, fetchsched_source source, int64_t until_ms, int64_t now_ms);

/*
 * Learns that a reader opened the source: it is polled more often, shortly before it is read. O(log sources). Errors:
 * UNKNOWN_APP.
 */
fetchsched_status fetchsched_poller_note_read(fetchsched_poller *poller, fetchsched_source source, int64_t now_ms);

/*
 * Learns that the source has something new, as a hub (WebSub), a webhook or a mail says. It is due at once, as its value
 * allows, and polled less, as far as its news is announced. O(log sources). Errors: UNKNOWN_APP.
 */
fetchsched_status fetchsched_poller_note_announcement(
    fetchsched_poller *poller, fetchsched_source source, int64_t now_ms);

/* Learns that the network is there (1) or gone (0): nothing is polled while it is gone. Errors: INVALID_VALUE. */
fetchsched_status fetchsched_poller_set_network(fetchsched_poller *poller, int32_t is_up, int64_t now_ms);

/*
 * The price of a request, at which budget.requestsPerDay is made, in a unit of its own; and the price of several pollers that
 * hold one number together. Each has its part of the number. Every few minutes each takes the mean of all prices, as the root
 * of their product; one whose sources change more often then makes more than its part. A price that was taken holds for an
 * hour. In its first day a poller takes none. Errors of join: INVALID_VALUE for a price that is not above 0.
 */
fetchsched_status fetchsched_poller_price(fetchsched_poller *poller, int64_t now_ms, double *price);
fetchsched_status fetchsched_poller_join_price(fetchsched_poller *poller, double price, int64_t now_ms);

/* Why no source will be polled before something happens. */
enum {
    FETCHSCHED_IDLE_NOT = 0,
    FETCHSCHED_IDLE_NO_SOURCES = 1,
    FETCHSCHED_IDLE_NO_NETWORK = 2,      /* or the user's switches forbid fetches */
    FETCHSCHED_IDLE_NO_REQUESTS = 3,     /* budget.requestsPerDay is 0 */
    FETCHSCHED_IDLE_NO_LAUNCHES = 4,     /* only launches count, and there was none: set polling.ageJoules or
                                            budget.requestsPerDay */
    FETCHSCHED_IDLE_NOTHING_ALLOWED = 5  /* `never` or a switch forbids each source, or announcements are waited for */
};

/* Writes why no source will be polled: one of these; FETCHSCHED_IDLE_NOT where one will be. O(1). */
fetchsched_status fetchsched_poller_idle_reason(fetchsched_poller *poller, int64_t now_ms, uint32_t *reason);

/* Writes the number of sources. O(1). */
fetchsched_status fetchsched_poller_source_count(const fetchsched_poller *poller, size_t *count);

/* Writes the probability, 0 to 1, that the source has something new. O(1). Errors: UNKNOWN_APP. */
fetchsched_status fetchsched_poller_new_content_probability(
    const fetchsched_poller *poller, fetchsched_source source, int64_t now_ms, double *probability);

/* Writes why the source would be polled now or would not. It works on a copy: O(sources). Errors: UNKNOWN_APP. */
fetchsched_status fetchsched_poller_explain(
    const fetchsched_poller *poller, fetchsched_source source, int64_t now_ms, fetchsched_explanation *explanation);

/* Writes the same as one line for people, by the rules of fetchsched_explain_text. */
fetchsched_status fetchsched_poller_explain_text(
    const fetchsched_poller *poller, fetchsched_source source, int64_t now_ms, char *text, size_t capacity,
    size_t *size);

/* -- A poller in lines of JSON ----------------------------------------------------------------------------------- */

/*
 * A whole poller that is spoken to in lines of JSON, one question, one answer: it keeps names, groups the sources of a
 * host, and reads headers. docs/poll-lines.md has the lines; `fetchsched poll` speaks the same through a pipe.
 */
typedef struct fetchsched_poll_session fetchsched_poll_session;

/* Errors: NULL, FULL. */
fetchsched_status fetchsched_poll_create(fetchsched_poll_session **session);

/* Frees the session and its last answer; does nothing for NULL. */
void fetchsched_poll_destroy(fetchsched_poll_session *session);

/*
 * Takes a line of so many bytes, and writes where its answer is and how many bytes it has. Behind it is a NUL. It lives until
 * the next call with the session. A line that is refused has an answer, too: {"error":TEXT,"byte":N}. `now_ms` is the time, unless
 * the line has one. There is no state file: the line {"save":true} has the state in its answer, for the next hello.
 */
fetchsched_status fetchsched_poll_ask(fetchsched_poll_session *session, const char *line, size_t length, int64_t now_ms,
                                      const char **answer, size_t *size);

#ifdef __cplusplus
}
#endif

#endif
