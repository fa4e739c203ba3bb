package fetchsched;

/** Result of a fetch or a request. */
public enum Outcome {
    /** Content that was not there before. */
    NEW_DATA,
    /** Nothing new. */
    NO_DATA,
    /** An error, which says nothing about the content. */
    FAILED,
    /** No such source any more (HTTP's 410): polled again after five to seven days. */
    GONE
}
