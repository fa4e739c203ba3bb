package fetchsched;

import fetchsched.FetchException.Status;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides when each of many sources is polled, with a number of requests a day.
 *
 * <pre>{@code
 * try (Poller poller = new Poller(1200, seed)) {
 *     poller.addSource("https://example.org/feed", Limits.NONE, now);
 *     for (String url : poller.due(10, now)) {
 *         poller.recordAnswer(url, Answer.newData(dates), now);
 *     }
 *     timer.setTo(poller.nextDeadline(now));
 * }
 * }</pre>
 *
 * Times are milliseconds since 1970 UTC, spans milliseconds. {@link #NEVER} is a time that never comes. Sources and groups are
 * known by their names. Threads may share a poller. What the library refuses is a {@link FetchException}; nothing was done then.
 */
public final class Poller implements AutoCloseable {
    public static final long NEVER = Long.MAX_VALUE;
    private static final int NO_GROUP = -1;

    /**
     * Limits of a source.
     *
     * @param leastMs least time between two requests
     * @param mostMs longest time between two requests; {@link #NEVER} for none
     * @param weight of its updates, and of what is read of it, next to those of the others
     * @param group of {@link #addGroup}; null for none
     */
    public record Limits(long leastMs, long mostMs, double weight, String group) {
        public static final Limits NONE = new Limits(0, NEVER, 1, null);

        public Limits in(String group) {
            return new Limits(leastMs, mostMs, weight, group);
        }
    }

    /**
     * What a request found.
     *
     * @param changed times of the changes since the last request, as the dates of new entries
     * @param retryAfterMs time that the server asks for, 0 for a refusal that has none (429); null if it does not refuse
     * @param maxAgeMs for how long the answer holds; null if the server does not say
     */
    public record Answer(Outcome outcome, long bytes, List<Long> changed, Long retryAfterMs, Long maxAgeMs) {
        public Answer {
            changed = List.copyOf(changed);
            check("retryAfterMs", retryAfterMs);
            check("maxAgeMs", maxAgeMs);
        }

        private static void check(String name, Long ms) {
            if (ms != null && ms < 0) {
                throw new IllegalArgumentException(name + " is " + ms + "; expected 0 or more, or null");
            }
        }

        public static Answer newData(List<Long> changed) {
            return new Answer(Outcome.NEW_DATA, 0, changed, null, null);
        }

        public static Answer noData() {
            return new Answer(Outcome.NO_DATA, 0, List.of(), null, null);
        }

        public static Answer failed() {
            return new Answer(Outcome.FAILED, 0, List.of(), null, null);
        }

        public static Answer gone() {
            return new Answer(Outcome.GONE, 0, List.of(), null, null);
        }

        public Answer retryAfter(long ms) {
            return new Answer(outcome, bytes, changed, ms, maxAgeMs);
        }

        public Answer maxAge(long ms) {
            return new Answer(outcome, bytes, changed, retryAfterMs, ms);
        }
    }

    /** Why no source will be polled. */
    public enum Idle { NOT, NO_SOURCES, NO_NETWORK, NO_REQUESTS, NO_LAUNCHES, NOTHING_ALLOWED }

    private final Names sources = new Names("source", Status.UNKNOWN_APP);
    private final Names groups = new Names("group", Status.INVALID_VALUE);
    private final long handle;

    /** A poller of these settings. The same seed, the same decisions. */
    public Poller(Config config, long seed) {
        handle = Native.pollerCreate(config.handle, seed);
    }

    /** A poller with a number of requests a day. */
    public Poller(double requestsPerDay, long seed) {
        try (Config config = Config.poller(requestsPerDay)) {
            handle = Native.pollerCreate(config.handle, seed);
        }
    }

    private Poller(Config config, byte[] state) {
        int start = Names.split(state, sources, groups);
        handle = Native.pollerRestore(config.handle, state, start);
        try {
            if (sourceCount() != sources.all().size()) {
                throw new FetchException(Status.INVALID_STATE);
            }
            for (String source : sources.all()) {
                newContentProbability(source, 0);
            }
        } catch (FetchException error) {
            close();
            throw new FetchException(Status.INVALID_STATE).about("other names than sources");
        }
    }

    /** The poller of a {@link #snapshot()}. Call {@link #hostRestarted} if the process ended since. */
    public static Poller restore(Config config, byte[] state) {
        return new Poller(config, state);
    }

    /** Frees the poller. What is called afterwards throws; to close it again does nothing. */
    @Override
    public synchronized void close() {
        Native.pollerDestroy(handle);
    }

    // Sources and groups

    /** Adds a source that was never polled. It is due at once or, if many are added, in its turn. */
    public synchronized void addSource(String name, Limits limits, long now) {
        sources.checkNew(name);
        int group = group(limits);
        try {
            sources.add(name, Native.pollerAddSource(
                handle, limits.leastMs, limits.mostMs, limits.weight, group, now));
        } catch (FetchException error) {
            throw error.about(limits.toString());
        }
    }

    /** Changes the limits of a source. */
    public synchronized void setSource(String name, Limits limits, long now) {
        long number = sources.number(name);
        int group = group(limits);
        try {
            Native.pollerSetSource(handle, number, limits.leastMs, limits.mostMs, limits.weight, group, now);
        } catch (FetchException error) {
            throw error.about(limits.toString());
        }
    }

    private int group(Limits limits) {
        return limits.group == null ? NO_GROUP : (int) groups.number(limits.group);
    }

    /** Removes a source, and all that was learned of it. */
    public synchronized void removeSource(String name, long now) {
        Native.pollerRemoveSource(handle, sources.number(name), now);
        sources.remove(name);
    }

    /** Stops polling a source without deleting its state, or continues. */
    public synchronized void pauseSource(String name, boolean isPaused, long now) {
        Native.pollerPauseSource(handle, sources.number(name), isPaused, now);
    }

    public synchronized List<String> sources() {
        return sources.all();
    }

    public synchronized long sourceCount() {
        return Native.pollerSourceCount(handle);
    }

    /**
     * Adds a group of sources that share a server.
     *
     * @param spacingMs least time between the starts of two requests
     * @param atOnce most requests at once; 0 for any number
     */
    public synchronized void addGroup(String name, long spacingMs, int atOnce) {
        groups.checkNew(name);
        try {
            groups.add(name, Native.pollerAddGroup(handle, spacingMs, atOnce));
        } catch (FetchException error) {
            throw error.about("spacingMs", spacingMs, "atOnce", atOnce);
        }
    }

    /** Changes the limits of a group. */
    public synchronized void setGroup(String name, long spacingMs, int atOnce) {
        long number = groups.number(name);
        try {
            Native.pollerSetGroup(handle, (int) number, spacingMs, atOnce);
        } catch (FetchException error) {
            throw error.about("spacingMs", spacingMs, "atOnce", atOnce);
        }
    }

    /** Removes a group; false if a source is in it, and then it stays. */
    public synchronized boolean removeGroup(String name) {
        int number = (int) groups.number(name);
        Native.pollerRemoveGroup(handle, number);
        try {
            // The library does not say whether it was removed. If so, the number is none.
            Native.pollerRemoveGroup(handle, number);
            return false;
        } catch (FetchException removed) {
            groups.remove(name);
            return true;
        }
    }

    // Requests

    /** Takes sources that are due. Each is being polled until {@link #recordAnswer} or {@link #deferRequest}. */
    public synchronized List<String> due(int most, long now) {
        if (most < 0) {
            throw new IllegalArgumentException("most is " + most + "; expected 0 or more");
        }
        long[] numbers = Native.pollerDue(handle, most, now);
        List<String> names = new ArrayList<>();
        for (int i = 0; numbers != null && i < numbers.length; i++) {
            names.add(sources.name(numbers[i]));
        }
        return names;
    }

    /** When to take those that are due, if nothing happens before. */
    public synchronized long nextDeadline(long now) {
        return Native.pollerNextDeadline(handle, now);
    }

    /** When the source is due; {@link #NEVER} if not before something happens. */
    public synchronized long nextRequest(String source, long now) {
        return Native.pollerNextRequest(handle, sources.number(source), now);
    }

    /** Reports what a request found, whether the source was due or not; returns when it is due next. */
    public synchronized long recordAnswer(String source, Answer answer, long now) {
        long number = sources.number(source);
        try {
            return Native.pollerRecordAnswer(
                handle, number, answer.outcome.ordinal(), answer.bytes,
                answer.changed.stream().mapToLong(Long::longValue).toArray(), requested(answer.retryAfterMs),
                requested(answer.maxAgeMs), now);
        } catch (FetchException error) {
            throw error.about(answer.toString());
        }
    }

    private static long requested(Long ms) {
        return ms == null ? -1 : ms;
    }

    /** Puts off a request that was taken and not made: it is no failure. */
    public synchronized void deferRequest(String source, long untilMs, long now) {
        Native.pollerDeferRequest(handle, sources.number(source), untilMs, now);
    }

    /** A reader opened the source: it is polled more often, shortly before it is read. */
    public synchronized void noteRead(String source, long now) {
        Native.pollerNoteRead(handle, sources.number(source), now);
    }

    /** The source has something new, as a hub, a webhook or a mail says. */
    public synchronized void noteAnnouncement(String source, long now) {
        Native.pollerNoteAnnouncement(handle, sources.number(source), now);
    }

    /** The network is there, or gone: nothing is polled while it is gone. */
    public synchronized void setNetwork(boolean isUp, long now) {
        Native.pollerSetNetwork(handle, isUp, now);
    }

    /** The price of a request, at which the number of requests is made, in a unit of its own. */
    public synchronized double price(long now) {
        return Native.pollerPrice(handle, now);
    }

    /** Takes the price of several pollers that hold one number together, for an hour. */
    public synchronized void joinPrice(double price, long now) {
        try {
            Native.pollerJoinPrice(handle, price, now);
        } catch (FetchException error) {
            throw error.about("price", price);
        }
    }

    // Knowledge of the poller

    /** Why no source will be polled; {@link Idle#NOT} if one will be. */
    public synchronized Idle idleReason(long now) {
        return Native.of(Native.pollerIdleReason(handle, now), Idle.values(), Idle.NOTHING_ALLOWED);
    }

    /** The probability that the source has something new. */
    public synchronized double newContentProbability(String source, long now) {
        return Native.pollerNewContentProbability(handle, sources.number(source), now);
    }

    /** Why the source would be polled now or would not. */
    public synchronized Explanation explain(String source, long now) {
        return Explanation.read(Native.buffer(Native.pollerExplain(handle, sources.number(source), now)));
    }

    /** The explanation as one line for people. */
    public synchronized String explainText(String source, long now) {
        long number = sources.number(source);
        return Native.text(Native.pollerExplainText(handle, number, now), number, source);
    }

    // The state

    /** The whole state, with the names. */
    public synchronized byte[] snapshot() {
        return Names.join(librarySnapshot(), sources, groups);
    }

    synchronized byte[] librarySnapshot() {
        return Native.pollerSnapshot(handle);
    }

    /** The host's process restarted, after the poller was restored: requests in progress are forgotten. */
    public synchronized void hostRestarted(long now) {
        Native.pollerHostRestarted(handle, now);
    }

    /** The library's number of a source, for tests. */
    synchronized long number(String source) {
        return sources.number(source);
    }

    /** The library's number of a group, for tests. */
    synchronized long groupNumber(String group) {
        return groups.number(group);
    }
}
