package fetchsched;

import fetchsched.Action.Crossing;
import fetchsched.Action.Urgency;
import fetchsched.Explanation.Veto;
import fetchsched.FetchException.Status;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Decides when each app's content is fetched in the background, together with its pushes, regions, tasks and transfers. An app
 * that sees only itself has sources in place of apps.
 *
 * <pre>{@code
 * try (FetchEngine engine = new FetchEngine(config, seed)) {
 *     engine.register("mail", Interval.MINIMUM, now);
 *     engine.launch("mail", now);
 *     for (Action action; (action = engine.nextAction(true, now)) != null; ) {
 *         // do it; report the end of a FETCH by complete()
 *     }
 *     alarm.setTo(engine.nextDeadline(true, now));
 * }
 * }</pre>
 *
 * Times are milliseconds since 1970 UTC, spans milliseconds. {@link #NEVER} is a time that never comes. {@code now} is the present
 * time: nothing is reported late. Threads may share an engine. What the library refuses is a {@link FetchException}; nothing was
 * done then. {@code fetchsched.h} has the meaning of each call.
 */
public final class FetchEngine implements AutoCloseable {
    public static final long NEVER = Long.MAX_VALUE;
    private static final long NO_APP = -1;

    /** Events, in the order of {@code fetchsched.h}. */
    enum Event {
        LAUNCH, END_OF_USE, FOREGROUND_SYNC, CONTENT_HINT, RADIO, NETWORK, POWER, BATTERY_LEVEL, SAVER, REFRESH, QUIT, ZONE,
        SERVER_WAIT, SERVER_INTERVAL, PROCESS_ENDED, DEVICE_AWAKE, DEVICE_ASLEEP, SCREEN, CONTENT_CHANGED, NOTIFICATION, GRANTED
    }

    /** Causes of radio activity. */
    public enum Radio { USER, HEARTBEAT, OTHER, PUSH, TRANSFER }

    /** The way to the network. */
    public enum Network { NONE, WIFI, CELLULAR, WIRED }

    /** Changes of the screen. */
    public enum Screen { ON, UNLOCKED, OFF }

    /** Answers to a push. */
    public enum Reception { DELIVER, STORED, REPLACED, REFUSED }

    /** Priorities of transfers. */
    public enum Priority { LOW, NORMAL, HIGH }

    /**
     * The answer to a push.
     *
     * @param replaced the number of the push that this one replaced; null if none
     */
    public record Received(Reception decision, Long replaced) {}

    /**
     * A transfer that an app leaves to the device.
     *
     * @param timeoutMs how long it may take in all; 0 for seven days, {@link #NEVER} for ever
     * @param session the app's number for transfers that belong together: it is woken when all are done
     * @param isDiscretionary it can wait for Wi-Fi and power
     * @param wakes its end is a reason to wake the app
     */
    public record Transfer(
        long bytes, long timeoutMs, int session, Priority priority, boolean isDiscretionary, boolean wakes) {
        public static Transfer of(long bytes) {
            return new Transfer(bytes, 0, 0, Priority.NORMAL, false, true);
        }
    }

    /** How a transfer stands. */
    public record TransferStatus(long bytesDone, long deadlineMs, int interruptions, boolean isActive) {}

    /** Figures of the whole engine. */
    public record Statistics(
        double valueJ, double spentJ, double launchesPerS, int appCount, int openTasks, int transfers, int activeTransfers,
        boolean budgetSpent, boolean radioAwake) {}

    /** How an app stands; {@code fetchStartMs} is {@link #NEVER} if no fetch of it runs. */
    public record AppState(Interval interval, long lastSyncMs, long fetchStartMs) {}

    private final Names apps = new Names("app", Status.UNKNOWN_APP);
    private final long handle;

    /** An engine without apps. The same seed, the same decisions. */
    public FetchEngine(Config config, long seed) {
        handle = Native.create(config.handle, seed);
    }

    private FetchEngine(Config config, byte[] state) {
        int start = Names.split(state, apps);
        handle = Native.restore(config.handle, state, start);
        try {
            for (String app : apps.all()) {
                Native.getApp(handle, apps.number(app));
            }
            if (statistics(0).appCount != apps.all().size()) {
                throw new FetchException(Status.INVALID_STATE);
            }
        } catch (FetchException error) {
            close();
            throw new FetchException(Status.INVALID_STATE).about("other names than apps");
        }
    }

    /** The engine of a {@link #snapshot()}. Call {@link #hostRestarted} if the process ended since. */
    public static FetchEngine restore(Config config, byte[] state) {
        return new FetchEngine(config, state);
    }

    /** The version of the library. */
    public static String version() {
        return Native.version();
    }

    /** Frees the engine. What is called afterwards throws; to close it again does nothing. */
    @Override
    public synchronized void close() {
        Native.destroy(handle);
    }

    // Apps

    /** Adds an app. Its content counts as up to date. */
    public synchronized void register(String app, Interval interval, long now) {
        apps.checkNew(app);
        apps.add(app, Native.register(handle, interval.ms(), now));
    }

    /** Removes an app, and all its stored data. The next actions stop its fetch and its transfers. */
    public synchronized void remove(String app, long now) {
        Native.remove(handle, apps.number(app), now);
        apps.retire(app);
    }

    public synchronized void setInterval(String app, Interval interval, long now) {
        Native.setInterval(handle, apps.number(app), interval.ms(), now);
    }

    /** Says whether the app's source announces all its changes by hints, so that silence says no. */
    public synchronized void setAnnouncesContent(String app, boolean announces) {
        Native.setAnnouncesContent(handle, apps.number(app), announces);
    }

    public synchronized List<String> apps() {
        return apps.all();
    }

    public synchronized AppState app(String app) {
        ByteBuffer state = Native.buffer(Native.getApp(handle, apps.number(app)));
        return new AppState(new Interval(state.getLong()), state.getLong(), state.getLong());
    }

    // Observations of the host

    /** The user opened the app; it is in the foreground from now on. */
    public void launch(String app, long now) {
        observe(Event.LAUNCH, app, 0, 0, 0, 0, now);
    }

    /** The app left the foreground. */
    public void endOfUse(String app, long now) {
        observe(Event.END_OF_USE, app, 0, 0, 0, 0, now);
    }

    /** The app loaded its content in the foreground. */
    public void foregroundSync(String app, Outcome outcome, long bytes, long now) {
        observe(Event.FOREGROUND_SYNC, app, outcome.ordinal(), 0, bytes, 0, now);
    }

    /** The app's source said that there is something new, without sending it. */
    public void contentHint(String app, long now) {
        observe(Event.CONTENT_HINT, app, 0, 0, 0, 0, now);
    }

    /** The radio is active, at least until then. */
    public void radio(Radio cause, long untilMs, long now) {
        observe(Event.RADIO, null, cause.ordinal(), untilMs, 0, 0, now);
    }

    public void network(Network network, long now) {
        observe(Event.NETWORK, null, network.ordinal(), 0, 0, 0, now);
    }

    public void power(boolean isOnCharger, long now) {
        observe(Event.POWER, null, isOnCharger ? 1 : 0, 0, 0, 0, now);
    }

    /** {@code level}: 0 (empty) to 1 (full). */
    public void batteryLevel(double level, long now) {
        observe(Event.BATTERY_LEVEL, null, 0, 0, 0, level, now);
    }

    /** Low power mode was switched on or off. */
    public void saver(boolean isOn, long now) {
        observe(Event.SAVER, null, isOn ? 1 : 0, 0, 0, 0, now);
    }

    /** The user switched background fetches of the app on or off; those of the whole device for null. */
    public void refresh(String app, boolean isOn, long now) {
        observe(Event.REFRESH, app, isOn ? 1 : 0, 0, 0, 0, now);
    }

    /** The user quit the app; it is not started until its next launch. */
    public void quit(String app, long now) {
        observe(Event.QUIT, app, 0, 0, 0, 0, now);
    }

    /** Local time in seconds east of UTC. */
    public void zone(int secondsEast, long now) {
        observe(Event.ZONE, null, secondsEast, 0, 0, 0, now);
    }

    /** The app's server asks to be left alone until then. */
    public void serverWait(String app, long untilMs, long now) {
        observe(Event.SERVER_WAIT, app, 0, untilMs, 0, 0, now);
    }

    /** The app's server asks for a time between fetches; 0 for none. */
    public void serverInterval(String app, long ms, long now) {
        observe(Event.SERVER_INTERVAL, app, ms, 0, 0, 0, now);
    }

    /** The app's process ended, for whatever reason but the user's. */
    public void processEnded(String app, long now) {
        observe(Event.PROCESS_ENDED, app, 0, 0, 0, 0, now);
    }

    /** The device is awake for other reasons, at least until then. */
    public void deviceAwake(long untilMs, long now) {
        observe(Event.DEVICE_AWAKE, null, 0, untilMs, 0, 0, now);
    }

    /** The device goes to sleep. */
    public void deviceAsleep(long now) {
        observe(Event.DEVICE_ASLEEP, null, 0, 0, 0, 0, now);
    }

    public void screen(Screen screen, long now) {
        observe(Event.SCREEN, null, screen.ordinal(), 0, 0, 0, now);
    }

    /** The app's source changed at that time, as the dates of what was loaded say: the oldest first, before the fetch's end. */
    public void contentChanged(String app, long changedMs, long now) {
        observe(Event.CONTENT_CHANGED, app, changedMs, 0, 0, 0, now);
    }

    /** The user was shown a notification of the app that was no push. */
    public void notification(String app, long now) {
        observe(Event.NOTIFICATION, app, 0, 0, 0, 0, now);
    }

    /** The system lets the program run in the background until then, an hour at most. {@code now} ends it. */
    public void granted(long untilMs, long now) {
        observe(Event.GRANTED, null, 0, untilMs, 0, 0, now);
    }

    private synchronized void observe(
        Event kind, String app, long value, long untilMs, long bytes, double level, long now) {
        long number = app == null ? NO_APP : apps.number(app);
        try {
            Native.observe(handle, kind.ordinal() + 1, number, value, untilMs, bytes, level, now);
        } catch (FetchException error) {
            throw error.about(kind + ": value", value, "untilMs", untilMs, "bytes", bytes, "level", level);
        }
    }

    // Actions

    /** The next thing to do; null if there is none. {@code mayFetch}: false if no fetch is to be started now. */
    public Action nextAction(boolean mayFetch, long now) {
        List<Action> actions = takeActions(mayFetch, 1, now);
        return actions.isEmpty() ? null : actions.get(0);
    }

    /** Takes what is to be done, at most so many. Each is told once. Ask until there are none. */
    public synchronized List<Action> takeActions(boolean mayFetch, int most, long now) {
        if (most < 1) {
            throw new IllegalArgumentException("most is " + most + "; expected 1 or more");
        }
        byte[] taken = Native.takeActions(handle, mayFetch, most, now);
        if (taken == null) {
            apps.forgetRetired();
            return List.of();
        }
        List<Action> actions = new ArrayList<>(taken.length / Action.SIZE);
        for (ByteBuffer bytes = Native.buffer(taken); bytes.hasRemaining(); ) {
            actions.add(Action.read(bytes, apps));
        }
        return actions;
    }

    /** When to take actions if nothing happens before. */
    public synchronized long nextDeadline(boolean mayFetch, long now) {
        return Native.nextDeadline(handle, mayFetch, now);
    }

    /**
     * When to ask the system for the next run: the first time at which one would fetch something if nothing happened before, a
     * day ahead at most; {@link #NEVER} if no app may be fetched within a week. Ask after each run and after each use.
     */
    public synchronized long nextRun(long now) {
        return Native.nextRun(handle, now);
    }

    // Fetches and pushes

    /** Reports how a fetch ended, exactly once. */
    public void complete(String app, Outcome outcome, long bytes, long now) {
        end(app, outcome, bytes, -1, now);
    }

    /** Also reports what it took beyond what the device would have spent, where that was measured. */
    public void complete(String app, Outcome outcome, long bytes, double energyJ, long now) {
        if (energyJ < 0) {
            throw new IllegalArgumentException("energyJ is " + energyJ + "; expected 0 or more");
        }
        end(app, outcome, bytes, energyJ, now);
    }

    private synchronized void end(String app, Outcome outcome, long bytes, double energyJ, long now) {
        try {
            Native.complete(handle, apps.number(app), outcome.ordinal(), bytes, energyJ, now);
        } catch (FetchException error) {
            throw error.about("app", app, "bytes", bytes, "energyJ", energyJ);
        }
    }

    /** The app wants what a push announced: it is fetched when that pays. */
    public synchronized void requestFetch(String app, long now) {
        Native.requestFetch(handle, apps.number(app), now);
    }

    /** Starts a fetch at once, to debug an app; no action follows. VETOED says what forbids it. */
    public synchronized void forceFetch(String app, long now) {
        try {
            Native.forceFetch(handle, apps.number(app), now);
        } catch (FetchException error) {
            if (error.status() != Status.VETOED) {
                throw error;
            }
            Set<Veto> standing = explain(app, now).vetoes();
            standing.retainAll(EnumSet.of(
                Veto.INTERVAL_NEVER, Veto.IN_FOREGROUND, Veto.FETCH_UNDER_WAY, Veto.QUIT_BY_USER, Veto.REFRESH_OFF_FOR_APP,
                Veto.REFRESH_OFF, Veto.NO_NETWORK));
            throw error.about(standing.toString());
        }
    }

    /** Takes a push that has just arrived; {@code number} is the host's. */
    public synchronized Received receivePush(String app, Urgency urgency, long number, long now) {
        ByteBuffer got = Native.buffer(Native.receivePush(handle, apps.number(app), urgency.ordinal(), number, now));
        long replaced = got.getLong();
        Reception decision = Native.of(got.getInt(), Reception.values(), Reception.REFUSED);
        return new Received(decision, decision == Reception.REPLACED ? replaced : null);
    }

    // Places

    /** Wakes the app when the device enters or leaves a circle. {@code region}: the app's number for it. */
    public synchronized void watchRegion(
        String app, int region, double latitudeDeg, double longitudeDeg, double radiusM) {
        try {
            Native.watchRegion(handle, apps.number(app), region, latitudeDeg, longitudeDeg, radiusM);
        } catch (FetchException error) {
            throw error.about("latitudeDeg", latitudeDeg, "longitudeDeg", longitudeDeg, "radiusM", radiusM);
        }
    }

    /** Watches a region whose crossings the host finds itself. */
    public synchronized void watchBeacon(String app, int region) {
        Native.watchBeacon(handle, apps.number(app), region);
    }

    public synchronized void unwatchRegion(String app, int region) {
        Native.unwatchRegion(handle, apps.number(app), region);
    }

    /** Sets whether the app is to be woken when the device has moved by 500 m. */
    public synchronized void watchSignificantChanges(String app, boolean wants) {
        Native.watchSignificantChanges(handle, apps.number(app), wants);
    }

    public synchronized void observePosition(double latitudeDeg, double longitudeDeg, double accuracyM, long now) {
        try {
            Native.observePosition(handle, latitudeDeg, longitudeDeg, accuracyM, now);
        } catch (FetchException error) {
            throw error.about("latitudeDeg", latitudeDeg, "longitudeDeg", longitudeDeg, "accuracyM", accuracyM);
        }
    }

    /** The host found a crossing itself: ENTER or EXIT. */
    public synchronized void observeCrossing(String app, int region, Crossing crossing, long now) {
        Native.observeCrossing(handle, apps.number(app), region, crossing.ordinal(), now);
    }

    public synchronized void observeSignificantChange(String app, long now) {
        Native.observeSignificantChange(handle, apps.number(app), now);
    }

    /** Whether the device is in the region; null while that is not known. */
    public synchronized Boolean isInside(String app, int region) {
        int inside = Native.isInside(handle, apps.number(app), region);
        return inside < 0 ? null : inside == 1;
    }

    // Tasks

    /** Starts a background task of an app that runs; returns its number. */
    public synchronized long startTask(String app, long now) {
        return Native.startTask(handle, apps.number(app), now);
    }

    public synchronized void endTask(long task, long now) {
        Native.endTask(handle, task, now);
    }

    /** How long the app may run on, in ms: {@link #NEVER} in the foreground, 0 if it does not run. */
    public synchronized long timeRemaining(String app, long now) {
        return Native.timeRemaining(handle, apps.number(app), now);
    }

    public synchronized boolean isRunning(String app) {
        return Native.isRunning(handle, apps.number(app)) == 1;
    }

    // Transfers

    /** Leaves a transfer to the device; returns its number. */
    public synchronized long enqueueTransfer(String app, Transfer transfer, long now) {
        int flags = (transfer.isDiscretionary ? 1 : 0) | (transfer.wakes ? 0 : 2);
        try {
            return Native.enqueueTransfer(
                handle, apps.number(app), transfer.bytes, transfer.timeoutMs, transfer.session,
                transfer.priority.ordinal() - 1, flags, now);
        } catch (FetchException error) {
            throw error.about(transfer.toString());
        }
    }

    public synchronized void cancelTransfer(long transfer, long now) {
        Native.cancelTransfer(handle, transfer, now);
    }

    /** Reports how many bytes the transfer has moved in all. */
    public synchronized void transferProgress(long transfer, long bytes, long now) {
        Native.transferProgress(handle, transfer, bytes, now);
    }

    /** Reports that the transfer broke off or paused, and the bytes moved in all. */
    public synchronized void transferInterrupted(long transfer, long bytes, long now) {
        Native.transferInterrupted(handle, transfer, bytes, now);
    }

    public synchronized void transferFinished(long transfer, long now) {
        Native.transferFinished(handle, transfer, now);
    }

    public synchronized TransferStatus transfer(long transfer) {
        ByteBuffer status = Native.buffer(Native.getTransfer(handle, transfer));
        return new TransferStatus(status.getLong(), status.getLong(), status.getInt(), status.getInt() == 1);
    }

    // The state, and what is known

    /** The whole state, with the names. Take all actions first. */
    public synchronized byte[] snapshot() {
        return Names.join(librarySnapshot(), apps);
    }

    synchronized byte[] librarySnapshot() {
        return Native.snapshot(handle);
    }

    /** The host's process ended and started again, after the engine was restored: fetches in progress are forgotten. */
    public synchronized void hostRestarted(long now) {
        Native.hostRestarted(handle, now);
    }

    public synchronized Statistics statistics(long now) {
        ByteBuffer s = Native.buffer(Native.getStatistics(handle, now));
        return new Statistics(
            s.getDouble(), s.getDouble(), s.getDouble(), s.getInt(), s.getInt(), s.getInt(), s.getInt(), s.getInt() == 1,
            s.getInt() == 1);
    }

    /** The probability that the user opens the app within a span from now. */
    public synchronized double launchProbability(String app, long spanMs, long now) {
        return Native.launchProbability(handle, apps.number(app), spanMs, now);
    }

    /** The probability that the app is the one opened, if any is opened now. */
    public synchronized double nextAppProbability(String app, long now) {
        return Native.nextAppProbability(handle, apps.number(app), now);
    }

    /** The probability that the app's source has something new. */
    public synchronized double newContentProbability(String app, long now) {
        return Native.newContentProbability(handle, apps.number(app), now);
    }

    /** Why the app would be fetched now or would not. */
    public synchronized Explanation explain(String app, long now) {
        return Explanation.read(Native.buffer(Native.explain(handle, apps.number(app), now)));
    }

    /** The explanation as one line for people. */
    public synchronized String explainText(String app, long now) {
        long number = apps.number(app);
        return Native.text(Native.explainText(handle, number, now), number, app);
    }

    /** The library's number of an app, for tests. */
    synchronized long number(String app) {
        return apps.number(app);
    }
}
