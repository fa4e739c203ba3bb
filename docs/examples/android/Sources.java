package example;

import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.ComponentName;
import android.content.Context;
import android.net.ConnectivityManager;
import android.net.NetworkCapabilities;
import android.os.BatteryManager;
import android.os.PowerManager;
import android.util.AtomicFile;
import fetchsched.Action;
import fetchsched.Config;
import fetchsched.FetchEngine;
import fetchsched.FetchEngine.Network;
import fetchsched.FetchException;
import fetchsched.Interval;
import fetchsched.Outcome;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.TimeZone;

/** The sources of an app, and when each is loaded. The application adds them when its process starts, under the same names. */
public final class Sources {
    /** Loads a source; ends soon when its thread is interrupted. */
    public interface Loader {
        Loaded load() throws Exception;
    }

    public record Loaded(Outcome outcome, long bytes) {}

    /** The one of the process; tests put their own here. */
    static Sources shared;

    private final Context context;
    private final Clock clock;
    private final AtomicFile file;
    private final FetchEngine engine;
    private final Map<String, Loader> loaders = new HashMap<>();
    /** A job that is scheduled stops one of its number that runs: two take turns. */
    private int job = 1;

    Sources(Context context, Clock clock) throws IOException {
        this.context = context;
        this.clock = clock;
        file = new AtomicFile(new File(context.getFilesDir(), "fetchsched.state"));
        try (Config config = new Config().set("valueJoules", 100).set("fetchLimit", 30)) {
            engine = open(config);
        }
        engine.hostRestarted(clock.millis());
    }

    public static synchronized Sources of(Context context) {
        try {
            if (shared == null) {
                shared = new Sources(context.getApplicationContext(), Clock.systemUTC());
            }
            return shared;
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }

    private FetchEngine open(Config config) throws IOException {
        try {
            return FetchEngine.restore(config, file.readFully());
        } catch (FileNotFoundException | FetchException none) {
            // The first start, or a state that cannot be used: it is learned again. The seed: so that devices differ.
            return new FetchEngine(config, clock.millis());
        }
    }

    public void add(String source, Loader loader) {
        loaders.put(source, loader);
        if (!engine.apps().contains(source)) {
            engine.register(source, Interval.MINIMUM, clock.millis());
        }
    }

    // Use of the app: call these in onResume, after a load in the foreground, and in onPause

    public void opened(String source) {
        engine.launch(source, clock.millis());
    }

    public void loaded(String source, Loaded loaded) {
        engine.foregroundSync(source, loaded.outcome(), loaded.bytes(), clock.millis());
    }

    public void closed(String source) {
        engine.endOfUse(source, clock.millis());
        save();
        askForARun();
    }

    // A run that the system grants

    void run(int running, long spanMs) {
        job = running == 1 ? 2 : 1;
        noteDevice();
        long end = clock.millis() + spanMs;
        engine.granted(end, clock.millis());
        while (!Thread.currentThread().isInterrupted() && clock.millis() < end) {
            Action action = engine.nextAction(true, clock.millis());
            if (action == null) {
                break;
            }
            if (action.kind() == Action.Kind.FETCH) {
                fetch(action.app());
            }
        }
        engine.granted(clock.millis(), clock.millis());
        save();
        askForARun();
    }

    private void fetch(String source) {
        Loader loader = loaders.get(source);
        Loaded loaded = new Loaded(Outcome.FAILED, 0);
        try {
            if (loader == null) {
                // A source of an earlier version of the app.
                engine.remove(source, clock.millis());
                return;
            }
            loaded = loader.load();
        } catch (InterruptedException stopped) {
            // Not a failure of the source: a later run fetches it again.
            engine.hostRestarted(clock.millis());
            Thread.currentThread().interrupt();
            return;
        } catch (Exception failed) {
            // Reported as a failure.
        }
        try {
            engine.complete(source, loaded.outcome(), loaded.bytes(), clock.millis());
        } catch (FetchException late) {
            // The load ran past its limit, and counts as failed.
        }
    }

    private void noteDevice() {
        long now = clock.millis();
        ConnectivityManager networks = context.getSystemService(ConnectivityManager.class);
        NetworkCapabilities network = networks.getNetworkCapabilities(networks.getActiveNetwork());
        engine.network(
            network == null ? Network.NONE
                : network.hasTransport(NetworkCapabilities.TRANSPORT_CELLULAR) ? Network.CELLULAR : Network.WIFI, now);
        BatteryManager battery = context.getSystemService(BatteryManager.class);
        engine.power(battery.isCharging(), now);
        int percent = battery.getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY);
        // Some devices do not know.
        if (percent >= 0 && percent <= 100) {
            engine.batteryLevel(percent / 100.0, now);
        }
        engine.saver(context.getSystemService(PowerManager.class).isPowerSaveMode(), now);
        engine.zone(TimeZone.getDefault().getOffset(now) / 1000, now);
    }

    private void askForARun() {
        long now = clock.millis();
        long next = engine.nextRun(now);
        if (next == FetchEngine.NEVER) {
            return;
        }
        context.getSystemService(JobScheduler.class).schedule(
            new JobInfo.Builder(job, new ComponentName(context, RefreshJob.class)).setMinimumLatency(next - now)
                .setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).setPersisted(true).build());
    }

    private synchronized void save() {
        FileOutputStream output = null;
        try {
            output = file.startWrite();
            output.write(engine.snapshot());
            file.finishWrite(output);
        } catch (IOException error) {
            // The state before is still there.
            file.failWrite(output);
        }
    }
}
