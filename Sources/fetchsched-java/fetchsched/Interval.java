package fetchsched;

/** How often an app allows its content to be fetched in the background. */
public record Interval(long ms) {
    /** Not at all. */
    public static final Interval NEVER = new Interval(-1);
    /** Whenever a fetch pays. */
    public static final Interval MINIMUM = new Interval(0);

    public Interval {
        if (ms < -1) {
            throw new IllegalArgumentException("interval is " + ms + " ms; expected 1 or more, MINIMUM or NEVER");
        }
    }
}
