package fetchsched;

import java.nio.ByteBuffer;

/**
 * Something to do. What does not matter to its kind is null, or 0.
 *
 * @param app the app's name
 * @param id the host's number of a push, or the number of a task or a transfer
 * @param number of a region or a session, or a count
 */
public record Action(
    Kind kind, String app, long id, Reason reason, Urgency urgency, Crossing crossing, int number, long happenedMs,
    long untilMs, long bytes) {

    /** Kinds of actions; {@code fetchsched.h} says what each is about. */
    public enum Kind {
        /** An action of a later library than these classes know: skip it. */
        UNKNOWN,
        FETCH, STOP_FETCH, REFRESH_SNAPSHOT, DELIVER_PUSH, WAKE_FOR_LOCATION, TASK_EXPIRING, TERMINATE, TASK_LEFT_OPEN,
        SUSPEND, RESUME, START_TRANSFER, PAUSE_TRANSFER, GIVE_UP_TRANSFER, WAKE_FOR_TRANSFERS
    }

    /** Why a fetch is started now. */
    public enum Reason { FREE_MOMENT, WAKEUP, PROBE, PUSH, FORCED, DUE }

    /** Why an app is woken for a change of place. */
    public enum Crossing { ENTER, EXIT, SIGNIFICANT }

    /** Receiver of a push (ALERT is shown to the user), and the urgency of one that only the app receives. */
    public enum Urgency { ALERT, SILENT, SILENT_VERY_LOW, SILENT_LOW, SILENT_HIGH }

    /** Bytes of a fetchsched_action. */
    static final int SIZE = 56;

    static Action read(ByteBuffer bytes, Names names) {
        long happened = bytes.getLong();
        long until = bytes.getLong();
        long size = bytes.getLong();
        long id = bytes.getLong();
        String app = names.name(bytes.getLong());
        Kind kind = Native.of(bytes.getInt(), Kind.values(), Kind.UNKNOWN);
        int cause = bytes.getInt();
        int number = bytes.getInt();
        bytes.getInt();
        return new Action(
            kind, app, id, kind == Kind.FETCH ? Native.of(cause, Reason.values(), null) : null,
            kind == Kind.DELIVER_PUSH ? Native.of(cause, Urgency.values(), null) : null,
            kind == Kind.WAKE_FOR_LOCATION ? Native.of(cause, Crossing.values(), null) : null, number, happened, until, size);
    }
}
