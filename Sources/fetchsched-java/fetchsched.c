/*
 * The native methods of fetchsched.Native: each is one function of fetchsched.h. An error is thrown as a FetchException.
 *
 * Numbers without a sign have the bits of Java's. A struct that is answered is its bytes, which hold no padding.
 */
#include <fetchsched.h>
#include <jni.h>
#include <stdlib.h>

enum { MOST_ACTIONS = 64, MOST_SOURCES = 4096, FIRST_ROOM = 1 << 16 };

static jclass error_class;
static jmethodID make_error;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    (void)reserved;
    JNIEnv *env;
    if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_6) != JNI_OK) return JNI_ERR;
    jclass found = (*env)->FindClass(env, "fetchsched/FetchException");
    if (found == NULL) return JNI_ERR;
    error_class = (*env)->NewGlobalRef(env, found);
    make_error = (*env)->GetMethodID(env, found, "<init>", "(I)V");
    return error_class == NULL || make_error == NULL ? JNI_ERR : JNI_VERSION_1_6;
}

/* Whether the call went well; throws if not. */
static int went(JNIEnv *env, fetchsched_status status) {
    if (status == FETCHSCHED_OK) return 1;
    jobject error = (*env)->NewObject(env, error_class, make_error, (jint)status);
    if (error != NULL) (*env)->Throw(env, error);
    return 0;
}

static jbyteArray array(JNIEnv *env, const void *bytes, size_t size) {
    jbyteArray made = (*env)->NewByteArray(env, (jsize)size);
    if (made != NULL) (*env)->SetByteArrayRegion(env, made, 0, (jsize)size, bytes);
    return made;
}

#define CONFIG ((fetchsched_config *)(uintptr_t)handle)
#define ENGINE ((fetchsched_engine *)(uintptr_t)handle)
#define POLLER ((fetchsched_poller *)(uintptr_t)handle)
#define SESSION ((fetchsched_poll_session *)(uintptr_t)handle)

#define METHOD(type, name, ...) \
    JNIEXPORT type JNICALL Java_fetchsched_Native_##name(JNIEnv *env, jclass native, __VA_ARGS__)
#define UNUSED ((void)env, (void)native)
#define H jlong handle
/* A function without an answer. */
#define DO(name, call, ...) \
    METHOD(void, name, __VA_ARGS__) { UNUSED; went(env, call); }
/* A function that answers a number, to `got`. */
#define GET(type, kind, name, call, ...) \
    METHOD(type, name, __VA_ARGS__) { UNUSED; kind got = 0; went(env, call); return (type)got; }
/* A function that answers a struct, to `got`. */
#define FILL(kind, name, call, ...) \
    METHOD(jbyteArray, name, __VA_ARGS__) { \
        UNUSED; kind got; return went(env, call) ? array(env, &got, sizeof got) : NULL; }
/* A function that makes something: of nothing, or of a configuration and a seed. */
#define MAKE(kind, name, function) \
    JNIEXPORT jlong JNICALL Java_fetchsched_Native_##name(JNIEnv *env, jclass native) { \
        UNUSED; kind *made = NULL; went(env, function(&made)); return (jlong)(uintptr_t)made; }
#define MAKE_OF(kind, name, function) \
    METHOD(jlong, name, H, jlong seed) { \
        UNUSED; kind *made = NULL; went(env, function(CONFIG, (uint64_t)seed, &made)); return (jlong)(uintptr_t)made; }
#define DESTROY(name, call) \
    METHOD(void, name, H) { UNUSED; call; }
/* A function that writes so many bytes as it needs room for. `size` has them. */
#define BYTES(name, call, ...) \
    METHOD(jbyteArray, name, __VA_ARGS__) { \
        UNUSED; \
        size_t room = FIRST_ROOM, size = 0; \
        for (;;) { \
            void *bytes = malloc(room); \
            if (bytes == NULL) { \
                (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/OutOfMemoryError"), "a snapshot"); \
                return NULL; \
            } \
            fetchsched_status status = call; \
            jbyteArray made = status == FETCHSCHED_OK ? array(env, bytes, size) : NULL; \
            free(bytes); \
            if (status == FETCHSCHED_ERROR_BUFFER_TOO_SMALL) { \
                room = size; \
                continue; \
            } \
            if (status != FETCHSCHED_OK) went(env, status); \
            return made; \
        } \
    }

/* -- The library ------------------------------------------------------------------------------------------------- */

JNIEXPORT jint JNICALL Java_fetchsched_Native_abiVersion(JNIEnv *env, jclass native) {
    UNUSED;
    return (jint)fetchsched_abi_version();
}
JNIEXPORT jstring JNICALL Java_fetchsched_Native_version(JNIEnv *env, jclass native) {
    UNUSED;
    return (*env)->NewStringUTF(env, fetchsched_version());
}
METHOD(jstring, statusText, jint status) { UNUSED; return (*env)->NewStringUTF(env, fetchsched_status_text(status)); }

/* -- Configuration ----------------------------------------------------------------------------------------------- */

MAKE(fetchsched_config, configCreate, fetchsched_config_create)
DESTROY(configDestroy, fetchsched_config_destroy(CONFIG))

/* A text of Java's as UTF-8 with its NUL; NULL if there is no memory, which was thrown. */
#define WITH_TEXT(text, then) \
    const char *plain = (*env)->GetStringUTFChars(env, text, NULL); \
    if (plain != NULL) { \
        then; \
        (*env)->ReleaseStringUTFChars(env, text, plain); \
    }

METHOD(void, configSet, H, jstring name, jdouble value) {
    UNUSED;
    fetchsched_status status = FETCHSCHED_OK;
    WITH_TEXT(name, status = fetchsched_config_set(CONFIG, plain, value))
    went(env, status);
}
METHOD(jdouble, configGet, H, jstring name) {
    UNUSED;
    fetchsched_status status = FETCHSCHED_OK;
    double value = 0;
    WITH_TEXT(name, status = fetchsched_config_get(CONFIG, plain, &value))
    went(env, status);
    return value;
}
METHOD(void, configRange, jstring name, jdoubleArray range) {
    UNUSED;
    fetchsched_status status = FETCHSCHED_OK;
    double ends[2] = {0};
    WITH_TEXT(name, status = fetchsched_config_range(plain, &ends[0], &ends[1]))
    if (went(env, status)) (*env)->SetDoubleArrayRegion(env, range, 0, 2, ends);
}
METHOD(void, configRadioNamed, H, jstring name) {
    UNUSED;
    fetchsched_status status = FETCHSCHED_OK;
    WITH_TEXT(name, status = fetchsched_config_set_radio_named(CONFIG, plain))
    went(env, status);
}
METHOD(void, configRead, H, jbyteArray text, jintArray place) {
    UNUSED;
    int32_t found[2] = {0};
    jbyte *bytes = (*env)->GetByteArrayElements(env, text, NULL);
    if (bytes == NULL) return;
    fetchsched_status status = fetchsched_config_read(
        CONFIG, (const char *)bytes, (size_t)(*env)->GetArrayLength(env, text), &found[0], &found[1]);
    (*env)->ReleaseByteArrayElements(env, text, bytes, JNI_ABORT);
    (*env)->SetIntArrayRegion(env, place, 0, 2, (const jint *)found);
    went(env, status);
}
/* `values`: the fields in their order, then four of each stage of the tail. */
METHOD(void, configRadio, H, jdoubleArray values) {
    UNUSED;
    double all[7 + 4 * FETCHSCHED_TAIL_STAGES] = {0};
    jsize count = (*env)->GetArrayLength(env, values);
    if (count > (jsize)(sizeof all / sizeof *all)) count = (jsize)(sizeof all / sizeof *all);
    (*env)->GetDoubleArrayRegion(env, values, 0, count, all);
    fetchsched_radio radio = {
        .promotion_s = all[0], .promotion_j = all[1], .base_w = all[2], .j_per_byte = all[3], .up_j_per_byte = all[4],
        .request_s = all[5], .bytes_per_s = all[6]};
    for (jsize i = 7; i + 4 <= count; i += 4)
        radio.tail[radio.stage_count++] = (fetchsched_tail_stage){all[i], all[i + 1], all[i + 2], all[i + 3]};
    went(env, fetchsched_config_set_radio(CONFIG, &radio));
}
METHOD(void, configPower, H, jdoubleArray values, jint processes) {
    UNUSED;
    double all[6] = {0};
    (*env)->GetDoubleArrayRegion(env, values, 0, 6, all);
    fetchsched_power power = {all[0], all[1], all[2], all[3], all[4], all[5], (uint32_t)processes, 0};
    went(env, fetchsched_config_set_power(CONFIG, &power));
}
DO(configPoller, fetchsched_config_set_poller(CONFIG, requests), H, jdouble requests)

/* -- Engine ------------------------------------------------------------------------------------------------------ */

MAKE_OF(fetchsched_engine, create, fetchsched_create)
DESTROY(destroy, fetchsched_destroy(ENGINE))
GET(jlong, uint64_t, register, fetchsched_register(ENGINE, interval, now, &got), H, jlong interval, jlong now)
DO(remove, fetchsched_remove(ENGINE, (uint64_t)app, now), H, jlong app, jlong now)
DO(setInterval, fetchsched_set_interval(ENGINE, (uint64_t)app, interval, now), H, jlong app, jlong interval, jlong now)
DO(setAnnouncesContent, fetchsched_set_announces_content(ENGINE, (uint64_t)app, is), H, jlong app, jboolean is)

METHOD(void, observe, H, jint kind, jlong app, jlong value, jlong until, jlong bytes, jdouble level, jlong now) {
    UNUSED;
    fetchsched_event event = {
        .time_ms = now, .until_ms = until, .value = value, .bytes = bytes, .level = level, .app = (uint64_t)app,
        .kind = (uint32_t)kind};
    went(env, fetchsched_observe(ENGINE, &event));
}

/* NULL if there is nothing to do. */
METHOD(jbyteArray, takeActions, H, jboolean mayFetch, jint most, jlong now) {
    UNUSED;
    fetchsched_action actions[MOST_ACTIONS];
    size_t room = most < MOST_ACTIONS ? (size_t)most : MOST_ACTIONS, count = 0;
    if (!went(env, fetchsched_take_actions(ENGINE, mayFetch, now, actions, room, &count)) || count == 0) return NULL;
    return array(env, actions, count * sizeof *actions);
}
GET(jlong, int64_t, nextDeadline, fetchsched_next_deadline(ENGINE, mayFetch, now, &got), H, jboolean mayFetch, jlong now)
GET(jlong, int64_t, nextRun, fetchsched_next_run(ENGINE, now, &got), H, jlong now)

DO(complete, fetchsched_complete(ENGINE, (uint64_t)app, (uint32_t)outcome, bytes, joules, now), H, jlong app, jint outcome,
   jlong bytes, jdouble joules, jlong now)
DO(requestFetch, fetchsched_request_fetch(ENGINE, (uint64_t)app, now), H, jlong app, jlong now)
DO(forceFetch, fetchsched_force_fetch(ENGINE, (uint64_t)app, now), H, jlong app, jlong now)
FILL(fetchsched_reception, receivePush,
     fetchsched_receive_push(ENGINE, (uint64_t)app, (uint32_t)urgency, (uint64_t)number, now, &got), H, jlong app, jint urgency,
     jlong number, jlong now)

DO(watchRegion, fetchsched_watch_region(ENGINE, (uint64_t)app, region, latitude, longitude, radius), H, jlong app, jint region,
   jdouble latitude, jdouble longitude, jdouble radius)
DO(watchBeacon, fetchsched_watch_beacon(ENGINE, (uint64_t)app, region), H, jlong app, jint region)
DO(unwatchRegion, fetchsched_unwatch_region(ENGINE, (uint64_t)app, region), H, jlong app, jint region)
DO(watchSignificantChanges, fetchsched_watch_significant_changes(ENGINE, (uint64_t)app, wants), H, jlong app, jboolean wants)
DO(observePosition, fetchsched_observe_position(ENGINE, latitude, longitude, accuracy, now), H, jdouble latitude,
   jdouble longitude, jdouble accuracy, jlong now)
DO(observeCrossing, fetchsched_observe_crossing(ENGINE, (uint64_t)app, region, (uint32_t)crossing, now), H, jlong app,
   jint region, jint crossing, jlong now)
DO(observeSignificantChange, fetchsched_observe_significant_change(ENGINE, (uint64_t)app, now), H, jlong app, jlong now)
GET(jint, int32_t, isInside, fetchsched_is_inside(ENGINE, (uint64_t)app, region, &got), H, jlong app, jint region)

GET(jlong, uint64_t, startTask, fetchsched_start_task(ENGINE, (uint64_t)app, now, &got), H, jlong app, jlong now)
DO(endTask, fetchsched_end_task(ENGINE, (uint64_t)task, now), H, jlong task, jlong now)
GET(jlong, int64_t, timeRemaining, fetchsched_time_remaining(ENGINE, (uint64_t)app, now, &got), H, jlong app, jlong now)
GET(jint, int32_t, isRunning, fetchsched_is_running(ENGINE, (uint64_t)app, &got), H, jlong app)

METHOD(jlong, enqueueTransfer, H, jlong app, jlong bytes, jlong timeout, jint session, jint priority, jint flags,
       jlong now) {
    UNUSED;
    fetchsched_transfer request = {
        .bytes = bytes, .timeout_ms = timeout, .app = (uint64_t)app, .session = session, .priority = priority,
        .flags = (uint32_t)flags};
    uint64_t got = 0;
    went(env, fetchsched_enqueue_transfer(ENGINE, &request, now, &got));
    return (jlong)got;
}
DO(cancelTransfer, fetchsched_cancel_transfer(ENGINE, (uint64_t)transfer, now), H, jlong transfer, jlong now)
DO(transferProgress, fetchsched_transfer_progress(ENGINE, (uint64_t)transfer, bytes, now), H, jlong transfer, jlong bytes,
   jlong now)
DO(transferInterrupted, fetchsched_transfer_interrupted(ENGINE, (uint64_t)transfer, bytes, now), H, jlong transfer, jlong bytes,
   jlong now)
DO(transferFinished, fetchsched_transfer_finished(ENGINE, (uint64_t)transfer, now), H, jlong transfer, jlong now)
FILL(fetchsched_transfer_status, getTransfer, fetchsched_get_transfer(ENGINE, (uint64_t)transfer, &got), H, jlong transfer)

BYTES(snapshot, fetchsched_snapshot(ENGINE, bytes, room, &size), H)
/* Makes an engine (or a poller) of the bytes from `from` on. */
#define RESTORE(kind, name, function) \
    METHOD(jlong, name, H, jbyteArray state, jint from) { \
        UNUSED; \
        kind *made = NULL; \
        jbyte *bytes = (*env)->GetByteArrayElements(env, state, NULL); \
        if (bytes == NULL) return 0; \
        size_t size = (size_t)((*env)->GetArrayLength(env, state) - from); \
        fetchsched_status status = function(CONFIG, (const uint8_t *)bytes + from, size, &made); \
        (*env)->ReleaseByteArrayElements(env, state, bytes, JNI_ABORT); \
        went(env, status); \
        return (jlong)(uintptr_t)made; \
    }
RESTORE(fetchsched_engine, restore, fetchsched_restore)
DO(hostRestarted, fetchsched_host_restarted(ENGINE, now), H, jlong now)

FILL(fetchsched_statistics, getStatistics, fetchsched_get_statistics(ENGINE, now, &got), H, jlong now)
FILL(fetchsched_app_state, getApp, fetchsched_get_app(ENGINE, (uint64_t)app, &got), H, jlong app)
GET(jdouble, double, launchProbability, fetchsched_launch_probability(ENGINE, (uint64_t)app, span, now, &got), H, jlong app, jlong span,
    jlong now)
GET(jdouble, double, nextAppProbability, fetchsched_next_app_probability(ENGINE, (uint64_t)app, now, &got), H, jlong app, jlong now)
GET(jdouble, double, newContentProbability, fetchsched_new_content_probability(ENGINE, (uint64_t)app, now, &got), H, jlong app, jlong now)
FILL(fetchsched_explanation, explain, fetchsched_explain(ENGINE, (uint64_t)app, now, &got), H, jlong app, jlong now)
BYTES(explainText, fetchsched_explain_text(ENGINE, (uint64_t)app, now, bytes, room, &size), H, jlong app, jlong now)

/* -- Poller ------------------------------------------------------------------------------------------------------ */

MAKE_OF(fetchsched_poller, pollerCreate, fetchsched_poller_create)
DESTROY(pollerDestroy, fetchsched_poller_destroy(POLLER))
BYTES(pollerSnapshot, fetchsched_poller_snapshot(POLLER, bytes, room, &size), H)
RESTORE(fetchsched_poller, pollerRestore, fetchsched_poller_restore)
DO(pollerHostRestarted, fetchsched_poller_host_restarted(POLLER, now), H, jlong now)

#define LIMITS (&(fetchsched_source_limits){least, most, weight, group, 0})
GET(jlong, uint64_t, pollerAddSource, fetchsched_poller_add_source(POLLER, LIMITS, now, &got), H, jlong least, jlong most,
    jdouble weight, jint group, jlong now)
DO(pollerSetSource, fetchsched_poller_set_source(POLLER, (uint64_t)source, LIMITS, now), H, jlong source, jlong least, jlong most,
   jdouble weight, jint group, jlong now)
DO(pollerRemoveSource, fetchsched_poller_remove_source(POLLER, (uint64_t)source, now), H, jlong source, jlong now)
DO(pollerPauseSource, fetchsched_poller_pause_source(POLLER, (uint64_t)source, isPaused, now), H, jlong source,
   jboolean isPaused, jlong now)
GET(jint, int32_t, pollerAddGroup, fetchsched_poller_add_group(POLLER, spacing, atOnce, &got), H, jlong spacing, jint atOnce)
DO(pollerSetGroup, fetchsched_poller_set_group(POLLER, group, spacing, atOnce), H, jint group, jlong spacing, jint atOnce)
DO(pollerRemoveGroup, fetchsched_poller_remove_group(POLLER, group), H, jint group)

METHOD(jlongArray, pollerDue, H, jint most, jlong now) {
    UNUSED;
    uint64_t sources[MOST_SOURCES];
    size_t room = most < MOST_SOURCES ? (size_t)most : MOST_SOURCES, count = 0;
    if (!went(env, fetchsched_poller_due(POLLER, now, sources, room, &count)) || count == 0) return NULL;
    jlongArray made = (*env)->NewLongArray(env, (jsize)count);
    if (made != NULL) (*env)->SetLongArrayRegion(env, made, 0, (jsize)count, (const jlong *)sources);
    return made;
}
GET(jlong, int64_t, pollerNextDeadline, fetchsched_poller_next_deadline(POLLER, now, &got), H, jlong now)
GET(jlong, int64_t, pollerNextRequest, fetchsched_poller_next_request(POLLER, (uint64_t)source, now, &got), H, jlong source,
    jlong now)
METHOD(jlong, pollerRecordAnswer, H, jlong source, jint outcome, jlong bytes, jlongArray changed, jlong retryAfter,
       jlong maxAge, jlong now) {
    UNUSED;
    int64_t next = 0;
    jlong *dates = (*env)->GetLongArrayElements(env, changed, NULL);
    if (dates == NULL) return 0;
    fetchsched_status status = fetchsched_poller_record_answer(
        POLLER, (uint64_t)source, (uint32_t)outcome, bytes, (const int64_t *)dates,
        (size_t)(*env)->GetArrayLength(env, changed), retryAfter, maxAge, now, &next);
    (*env)->ReleaseLongArrayElements(env, changed, dates, JNI_ABORT);
    went(env, status);
    return next;
}
DO(pollerDeferRequest, fetchsched_poller_defer_request(POLLER, (uint64_t)source, until, now), H, jlong source, jlong until,
   jlong now)
DO(pollerNoteRead, fetchsched_poller_note_read(POLLER, (uint64_t)source, now), H, jlong source, jlong now)
DO(pollerNoteAnnouncement, fetchsched_poller_note_announcement(POLLER, (uint64_t)source, now), H, jlong source, jlong now)
DO(pollerSetNetwork, fetchsched_poller_set_network(POLLER, isUp, now), H, jboolean isUp, jlong now)
GET(jdouble, double, pollerPrice, fetchsched_poller_price(POLLER, now, &got), H, jlong now)
DO(pollerJoinPrice, fetchsched_poller_join_price(POLLER, price, now), H, jdouble price, jlong now)
GET(jint, uint32_t, pollerIdleReason, fetchsched_poller_idle_reason(POLLER, now, &got), H, jlong now)
GET(jlong, size_t, pollerSourceCount, fetchsched_poller_source_count(POLLER, &got), H)
GET(jdouble, double, pollerNewContentProbability,
    fetchsched_poller_new_content_probability(POLLER, (uint64_t)source, now, &got), H, jlong source, jlong now)
FILL(fetchsched_explanation, pollerExplain, fetchsched_poller_explain(POLLER, (uint64_t)source, now, &got), H, jlong source,
     jlong now)
BYTES(pollerExplainText, fetchsched_poller_explain_text(POLLER, (uint64_t)source, now, bytes, room, &size), H, jlong source,
      jlong now)

/* -- A poller in lines of JSON ----------------------------------------------------------------------------------- */

MAKE(fetchsched_poll_session, pollCreate, fetchsched_poll_create)
DESTROY(pollDestroy, fetchsched_poll_destroy(SESSION))
METHOD(jbyteArray, pollAsk, H, jbyteArray line, jlong now) {
    UNUSED;
    const char *answer = NULL;
    size_t size = 0;
    jbyte *bytes = (*env)->GetByteArrayElements(env, line, NULL);
    if (bytes == NULL) return NULL;
    fetchsched_status status = fetchsched_poll_ask(
        SESSION, (const char *)bytes, (size_t)(*env)->GetArrayLength(env, line), now, &answer, &size);
    (*env)->ReleaseByteArrayElements(env, line, bytes, JNI_ABORT);
    return went(env, status) ? array(env, answer, size) : NULL;
}
