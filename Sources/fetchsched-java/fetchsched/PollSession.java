package fetchsched;

import java.nio.charset.StandardCharsets;

/**
 * A poller that is spoken to in lines of JSON: it keeps names, groups the sources of a host, and reads headers.
 * {@code docs/poll-lines.md} has the lines.
 */
public final class PollSession implements AutoCloseable {
    private final long handle = Native.pollCreate();

    /** The answer to a line; a line that is refused has one, too. The time counts unless the line has one. */
    public synchronized String ask(String line, long now) {
        byte[] answer = Native.pollAsk(handle, line.getBytes(StandardCharsets.UTF_8), now);
        return new String(answer, StandardCharsets.UTF_8);
    }

    /** Frees the session; to close it again does nothing. */
    @Override
    public synchronized void close() {
        Native.pollDestroy(handle);
    }
}
