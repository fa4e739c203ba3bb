package fetchsched;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;

/**
 * Why an app would be fetched now or would not; fetchsched_explanation of {@code fetchsched.h} has each field.
 *
 * @param verdict null for one of a later library than these classes know
 * @param expectedMs {@link FetchEngine#NEVER} if it takes an event
 */
public record Explanation(
    double valueJ, double costJ, double newProbability, double useProbability, double launchesPerS, long lastSyncMs, long expectedMs,
    Verdict verdict, Set<Veto> vetoes, int failures, int silentLooks) {

    /** Decisions about an app. */
    public enum Verdict {
        VETOED, FETCH, PROBE, WAIT_FOR_FREE_MOMENT, DOES_NOT_PAY, RADIO_ASLEEP, DEVICE_IN_USE, NOT_DUE
    }

    /** Reasons that forbid a fetch. */
    public enum Veto {
        INTERVAL_NEVER, INTERVAL_NOT_PASSED, SETTLING, BACKING_OFF, SERVER_DELAY, IN_FOREGROUND, FETCH_UNDER_WAY,
        QUIT_BY_USER, REFRESH_OFF_FOR_APP, REFRESH_OFF, NO_NETWORK, LOW_POWER_MODE, LOW_BATTERY, BUDGET_SPENT,
        SPACING_NOT_PASSED, FETCHES_LOSE, NETWORK_FAILS, EVER_NEW
    }

    static Explanation read(ByteBuffer bytes) {
        double value = bytes.getDouble();
        double cost = bytes.getDouble();
        double isNew = bytes.getDouble();
        double isUsed = bytes.getDouble();
        double launches = bytes.getDouble();
        long lastSync = bytes.getLong();
        long expected = bytes.getLong();
        Verdict verdict = Native.of(bytes.getInt(), Verdict.values(), null);
        int bits = bytes.getInt();
        EnumSet<Veto> vetoes = EnumSet.noneOf(Veto.class);
        for (Veto veto : Veto.values()) {
            if ((bits >> veto.ordinal() & 1) != 0) {
                vetoes.add(veto);
            }
        }
        return new Explanation(
            value, cost, isNew, isUsed, launches, lastSync, expected, verdict, vetoes, bytes.getInt(), bytes.getInt());
    }
}
