package example;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.content.Context;
import android.net.ConnectivityManager;
import android.net.NetworkCapabilities;
import android.os.BatteryManager;
import android.os.PowerManager;
import fetchsched.Outcome;
import java.io.File;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A phone on a virtual clock, with one app of two sources. The system grants the job that is asked for: at least 15 minutes after
 * the last one, late by minutes to hours, at most 24 a day, none without a network or while the saver is on. It stops some runs in
 * the middle, and ends the process now and then.
 */
final class Phone extends JobScheduler {
    static final long MINUTE = 60_000;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;
    static final long START = 1_704_067_200_000L;
    private static final long QUARTER = 15 * MINUTE;
    private static final int MOST_A_DAY = 24;

    /** The app, as the phone sees it. */
    interface App {
        void begin();

        void use(String source, Sources.Loaded loaded, Runnable timePasses);

           /** Does what there is to do in a run. */
        void run(JobParameters parameters);
    }

    /** Something that happens. */
    private record Event(long time, Runnable what) {}

    final Context context = new Context();
    private final ConnectivityManager networks = new ConnectivityManager();
    final BatteryManager battery = new BatteryManager();
    private final PowerManager power = new PowerManager();
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::time));
    private final Map<String, TreeSet<Long>> changes = new TreeMap<>();
    private final Map<String, Long> copies = new TreeMap<>();
    private final ArrayDeque<Long> runsOfTheDay = new ArrayDeque<>();
    private final Random luck = new Random(7);
    private App app;
    private long now = START;
    /** The job that is asked for, and when that was; null if none. */
    private JobInfo asked;
    private long askedAt;
    private int running;
    private long lastRun = START;
    private int grant;

    // Results
    int launches;
    int fresh;
    double minutesMissing;
    int fetches;
    int runs;
    int stopped;
    int processes;
    int jobsWithoutFetch;
    long longestWait;
    final List<String> faults = new ArrayList<>();
    /** Called in the middle of a load that the system stops. */
    private Runnable stop;

    Phone(File folder) {
        context.folder = folder;
        context.services.put(ConnectivityManager.class, networks);
        context.services.put(BatteryManager.class, battery);
        context.services.put(PowerManager.class, power);
        context.services.put(JobScheduler.class, this);
    }

    final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(now);
        }
    };

    /** Plays so many days. */
    void play(App app, int days) {
        this.app = app;
        plan(days);
        app.begin();
        processes++;
        while (!events.isEmpty() && events.peek().time < START + days * DAY) {
            Event event = events.poll();
            now = Math.max(now, event.time);
            event.what.run();
            if (asked != null) {
                longestWait = Math.max(longestWait, asked.getMinLatencyMillis());
            }
        }
    }

    private void plan(int days) {
        Random habits = new Random(1);
        addSource("news", 6, days, new Random(2));
        addSource("mail", 2, days, new Random(3));
        for (int day = 0; day < days; day++) {
            long midnight = START + day * DAY;
            boolean isWeekend = day % 7 >= 5;
            for (double hour : new double[] {7.5, 12.3, 18, 21.5}) {
                if (habits.nextInt(5) > 0) {
                    addUse("news", midnight + (long) ((hour + (isWeekend ? 1.5 : 0) + habits.nextGaussian() * 0.4) * HOUR));
                }
            }
            if (!isWeekend) {
                addUse("mail", midnight + (long) ((9 + habits.nextGaussian() * 0.3) * HOUR));
            }
            at(midnight + 8 * HOUR, () -> networks.transport = NetworkCapabilities.TRANSPORT_CELLULAR);
            at(midnight + 18 * HOUR, () -> networks.transport = NetworkCapabilities.TRANSPORT_WIFI);
            at(midnight + 23 * HOUR, () -> battery.charges = true);
            at(midnight + 7 * HOUR, () -> battery.charges = false);
            if (day % 7 == 3) {
                at(midnight + HOUR, () -> networks.transport = null);
                at(midnight + 5 * HOUR, () -> networks.transport = NetworkCapabilities.TRANSPORT_WIFI);
            }
            if (day % 10 == 4) {
                at(midnight + 17 * HOUR, () -> power.saves = true);
                at(midnight + 23 * HOUR, () -> power.saves = false);
            }
            // What is refused now may be granted then.
            for (int quarter = 0; quarter < 96; quarter++) {
                at(midnight + quarter * QUARTER, this::considerGrant);
            }
        }
    }

    private void addSource(String name, double aDay, int days, Random random) {
        TreeSet<Long> times = new TreeSet<>();
        for (double time = 0; time < days; time += -Math.log(1 - random.nextDouble()) / aDay) {
            times.add(START + (long) (time * DAY));
        }
        changes.put(name, times);
        copies.put(name, START);
    }

    private void at(long time, Runnable what) {
        events.add(new Event(time, what));
    }

    private void addUse(String source, long time) {
        at(time, () -> {
            launches++;
            Long missing = changes.get(source).higher(copies.get(source));
            if (missing == null || missing > now) {
                fresh++;
            } else {
                minutesMissing += (now - missing) / (double) MINUTE;
            }
            Sources.Loaded loaded = found(source);
            app.use(source, loaded, () -> now += 2 * MINUTE);
            if (asked == null) {
                faults.add("no run is asked for after a use");
            }
        });
    }

    /** What a load finds that begins now. */
    private Sources.Loaded found(String source) {
        Long change = changes.get(source).higher(copies.get(source));
        boolean isNew = change != null && change <= now;
        copies.put(source, now);
        return new Sources.Loaded(isNew ? Outcome.NEW_DATA : Outcome.NO_DATA, isNew ? 80_000 : 300);
    }

    /** A load in the background, of two seconds. */
    Sources.Loaded load(String source) throws Exception {
        if (running == 0) {
            faults.add("a load without a run");
        }
        if (networks.transport == null) {
            faults.add("a load without a network");
        }
        fetches++;
        now += 2000;
        if (stop != null) {
            Runnable call = stop;
            stop = null;
            stopped++;
            call.run();
            Thread.sleep(1000);
        }
        long day = (now - START) / DAY;
        if (luck.nextInt(30) == 0 || day == 30) {
            throw new java.io.IOException("the server does not answer");
        }
        return found(source);
    }

    // The system

    @Override
    public int schedule(JobInfo job) {
        if (job.getId() == running) {
            faults.add("the job stops itself");
        }
        if (job.getMinLatencyMillis() < 0 || job.getMinLatencyMillis() > DAY || job.getNetworkType() != JobInfo.NETWORK_TYPE_ANY) {
            faults.add("a job after " + job.getMinLatencyMillis() + " ms");
        }
        asked = job;
        askedAt = now;
        // Late by minutes, at night by hours: a later request is another one.
        grant++;
        int mine = grant;
        double late = -Math.log(1 - luck.nextDouble()) * ((now / HOUR) % 24 < 6 ? HOUR : 12 * MINUTE);
        at(Math.max(now + job.getMinLatencyMillis(), lastRun + QUARTER) + (long) late, () -> {
            if (grant == mine) {
                considerGrant();
            }
        });
        return RESULT_SUCCESS;
    }

    private void considerGrant() {
        while (!runsOfTheDay.isEmpty() && runsOfTheDay.peekFirst() <= now - DAY) {
            runsOfTheDay.removeFirst();
        }
        if (asked == null || now < askedAt + asked.getMinLatencyMillis() || now < lastRun + QUARTER || power.saves
                || networks.transport == null || runsOfTheDay.size() >= MOST_A_DAY) {
            return;
        }
        running = asked.getId();
        JobParameters parameters = new JobParameters(running);
        asked = null;
        lastRun = now;
        runsOfTheDay.addLast(now);
        runs++;
        if (luck.nextInt(6) == 0) {
            app.begin();
            processes++;
        }
        int before = fetches;
        app.run(parameters);
        jobsWithoutFetch += fetches == before ? 1 : 0;
        running = 0;
        stop = null;
        if (asked == null) {
            faults.add("no run is asked for after a run");
        }
    }

    /** Plays a run of the app's job, in its own thread; one in 25 is stopped in a load. */
    void play(RefreshJob job, JobParameters parameters) {
        job.folder = context.folder;
        job.services.putAll(context.services);
        if (luck.nextInt(25) == 0) {
            stop = () -> job.onStopJob(parameters);
        }
        job.onStartJob(parameters);
        try {
            if (!job.finished.await(30, TimeUnit.SECONDS)) {
                faults.add("a job does not end");
            }
        } catch (InterruptedException error) {
            throw new AssertionError(error);
        }
    }

    @Override
    public String toString() {
        return String.format(
            "%5.1f %% fresh of %d, %4.0f min missing, %4.1f loads and %4.1f runs a day", 100.0 * fresh / launches, launches,
            minutesMissing / launches, fetches / 60.0, runs / 60.0);
    }
}
