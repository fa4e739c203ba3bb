package fetchsched;

/** An error of the library: nothing was done. The message has the names and values that it is about. */
public final class FetchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Errors, by the names of {@code fetchsched.h}. */
    public enum Status {
        OK, NULL, INVALID_VALUE, BUFFER_TOO_SMALL, UNKNOWN_APP, NO_FETCH_RUNNING, VETOED, NOT_RUNNING, UNKNOWN_TASK,
        UNKNOWN_TRANSFER, ALREADY_ENDED, QUIT_BY_USER, UNKNOWN_REGION, INVALID_REGION, TOO_MANY_REGIONS, NOT_MONITORED,
        UNKNOWN_PARAMETER, OUT_OF_RANGE, SYNTAX, NOT_A_SNAPSHOT, TRUNCATED, DAMAGED, NEWER_VERSION, OTHER_CONFIGURATION,
        INVALID_STATE, TOO_MANY_TASKS, TOO_MANY_TRANSFERS, FULL, INVALID_HANDLE, HANDLE_IN_USE;

        private static final Status[] ALL = values();
    }

    private final Status status;

    private FetchException(Status status, String message) {
        super(message);
        this.status = status;
    }

    /** The native methods make it, of the number that a function answered. */
    FetchException(int number) {
        this(Status.ALL[-number], Native.statusText(number));
    }

    FetchException(Status status) {
        this(-status.ordinal());
    }

    public Status status() {
        return status;
    }

    /** The error with more words. */
    FetchException about(String more) {
        FetchException longer = new FetchException(status, getMessage() + ": " + more);
        longer.setStackTrace(getStackTrace());
        return longer;
    }

    /** The error with a name and its value, and others in turn. */
    FetchException about(String name, Object value, Object... others) {
        StringBuilder text = new StringBuilder(name + " = " + value);
        for (int i = 0; i < others.length; i += 2) {
            text.append(", ").append(others[i]).append(" = ").append(others[i + 1]);
        }
        return about(text.toString());
    }
}
