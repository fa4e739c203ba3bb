import fetchsched.Outcome;
import fetchsched.Poller;
import fetchsched.Poller.Answer;
import fetchsched.Poller.Limits;
import java.util.List;

/**
 * The program of docs/examples/c/poll.c in Java: 40 feeds of two servers, one of which refuses. It prints the same.
 *
 * <pre>
 * Sources/fetchsched-java/build library-for-java
 * java -cp library-for-java/fetchsched.jar docs/examples/java/Poll.java
 * </pre>
 */
public final class Poll {
    private static final int FEEDS = 40;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long START = 1_704_067_200_000L;

    private Poll() {}

    /** When a feed changed last, by day: every two hours to every ten days. */
    private static long changed(int feed, long now) {
        long last = now - (now - START) % (2 * HOUR + (long) feed * feed * 9 * MINUTE);
        return (last - START) % DAY < 7 * HOUR ? START - HOUR : last;
    }

    public static void main(String[] arguments) {
        long[] seen = new long[FEEDS];
        long freeAt = START;
        int requests = 0;
        int found = 0;
        int refused = 0;
        int firstDay = 0;
        try (Poller poller = new Poller(200, 1)) {
            poller.addGroup("fast", 1000, 2);
            poller.addGroup("slow", 0, 0);
            for (int feed = 0; feed < FEEDS; feed++) {
                Limits limits = new Limits(5 * MINUTE, Poller.NEVER, 1, feed % 4 == 0 ? "slow" : "fast");
                poller.addSource("feed " + feed, limits, START);
            }
            for (long now = START; now < START + 7 * DAY; now = poller.nextDeadline(now)) {
                for (List<String> due; !(due = poller.due(1, now)).isEmpty(); ) {
                    String name = due.get(0);
                    int feed = Integer.parseInt(name.substring(5));
                    Answer answer = Answer.noData();
                    requests++;
                    if (feed % 4 == 0 && now < freeAt) { // 429
                        answer = Answer.failed().retryAfter(refused++ % 2 == 0 ? 0 : freeAt - now);
                        firstDay += now < START + DAY ? 1 : 0;
                    } else {
                        freeAt = feed % 4 == 0 ? now + 10 * MINUTE : freeAt;
                        long date = changed(feed, now);
                        if (date > seen[feed]) {
                            answer = Answer.newData(List.of(date));
                            found++;
                        }
                        seen[feed] = date;
                    }
                    long next = poller.recordAnswer(name, answer, now);
                    if (now < START + HOUR) {
                        String what = answer.outcome() == Outcome.FAILED ? "refused"
                            : answer.outcome() == Outcome.NEW_DATA ? "new" : "nothing";
                        System.out.printf(
                            "%4d s  feed %2d  %-8snext after %3d min%n", (now - START) / 1000, feed, what, (next - now) / MINUTE);
                    }
                }
            }
        }
        System.out.printf("%d requests in a week, %d found something%n", requests, found);
        System.out.printf("%d were refused, %d of them on the first day%n", refused, firstDay);
    }
}
