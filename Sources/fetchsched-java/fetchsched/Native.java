package fetchsched;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The functions of {@code fetchsched.h}, which has the meaning of each. A struct comes as its bytes. */
final class Native {
    private static final int ABI_VERSION = 1;

    static {
        load();
        if (abiVersion() != ABI_VERSION) {
            throw new UnsatisfiedLinkError("the library has interface " + abiVersion() + ", these classes " + ABI_VERSION);
        }
    }

    private Native() {}

    /** Loads the library in the jar for this machine; or, as in an Android package, the one where the system looks. */
    private static void load() {
        String file = "libfetchsched_jni.so";
        String machine = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        try (InputStream packed = Native.class.getResourceAsStream("/native/linux-" + machine + "/" + file)) {
            if (packed == null) {
                System.loadLibrary("fetchsched_jni");
                return;
            }
            Path copy = Files.createTempFile("fetchsched", ".so");
            try {
                Files.copy(packed, copy, StandardCopyOption.REPLACE_EXISTING);
                System.load(copy.toString());
            } finally {
                // A library that is loaded needs its name no more.
                Files.delete(copy);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** The constant of that number, or another if there is none. */
    static <E> E of(int number, E[] all, E other) {
        return number >= 0 && number < all.length ? all[number] : other;
    }

    /** The bytes of a struct, to be read field by field. */
    static ByteBuffer buffer(byte[] struct) {
        return ByteBuffer.wrap(struct).order(ByteOrder.nativeOrder());
    }

    /** An explanation, with the name in place of the number. */
    static String text(byte[] explanation, long number, String name) {
        String text = new String(explanation, 0, explanation.length - 1, StandardCharsets.UTF_8);
        String head = "app " + Long.toUnsignedString(number);
        return text.startsWith(head) ? name + text.substring(head.length()) : text;
    }

    static native int abiVersion();
    static native String version();
    static native String statusText(int status);

    static native long configCreate();
    static native void configDestroy(long config);
    static native void configSet(long config, String name, double value);
    static native double configGet(long config, String name);
    static native void configRange(String name, double[] range);
    static native void configRead(long config, byte[] text, int[] lineAndColumn);
    static native void configRadioNamed(long config, String name);
    static native void configRadio(long config, double[] values);
    static native void configPower(long config, double[] values, int processes);
    static native void configPoller(long config, double requestsPerDay);

    static native long create(long config, long seed);
    static native void destroy(long engine);
    static native long register(long engine, long intervalMs, long now);
    static native void remove(long engine, long app, long now);
    static native void setInterval(long engine, long app, long intervalMs, long now);
    static native void setAnnouncesContent(long engine, long app, boolean announces);
    static native void observe(
        long engine, int kind, long app, long value, long untilMs, long bytes, double level, long now);
    static native byte[] takeActions(long engine, boolean mayFetch, int most, long now);
    static native long nextDeadline(long engine, boolean mayFetch, long now);
    static native long nextRun(long engine, long now);
    static native void complete(long engine, long app, int outcome, long bytes, double energyJ, long now);
    static native void requestFetch(long engine, long app, long now);
    static native void forceFetch(long engine, long app, long now);
    static native byte[] receivePush(long engine, long app, int urgency, long number, long now);
    static native void watchRegion(long engine, long app, int region, double latitude, double longitude, double radius);
    static native void watchBeacon(long engine, long app, int region);
    static native void unwatchRegion(long engine, long app, int region);
    static native void watchSignificantChanges(long engine, long app, boolean wants);
    static native void observePosition(long engine, double latitude, double longitude, double accuracy, long now);
    static native void observeCrossing(long engine, long app, int region, int crossing, long now);
    static native void observeSignificantChange(long engine, long app, long now);
    static native int isInside(long engine, long app, int region);
    static native long startTask(long engine, long app, long now);
    static native void endTask(long engine, long task, long now);
    static native long timeRemaining(long engine, long app, long now);
    static native int isRunning(long engine, long app);
    static native long enqueueTransfer(
        long engine, long app, long bytes, long timeoutMs, int session, int priority, int flags, long now);
    static native void cancelTransfer(long engine, long transfer, long now);
    static native void transferProgress(long engine, long transfer, long bytes, long now);
    static native void transferInterrupted(long engine, long transfer, long bytes, long now);
    static native void transferFinished(long engine, long transfer, long now);
    static native byte[] getTransfer(long engine, long transfer);
    static native byte[] snapshot(long engine);
    static native long restore(long config, byte[] state, int from);
    static native void hostRestarted(long engine, long now);
    static native byte[] getStatistics(long engine, long now);
    static native byte[] getApp(long engine, long app);
    static native double launchProbability(long engine, long app, long spanMs, long now);
    static native double nextAppProbability(long engine, long app, long now);
    static native double newContentProbability(long engine, long app, long now);
    static native byte[] explain(long engine, long app, long now);
    static native byte[] explainText(long engine, long app, long now);

    static native long pollerCreate(long config, long seed);
    static native void pollerDestroy(long poller);
    static native byte[] pollerSnapshot(long poller);
    static native long pollerRestore(long config, byte[] state, int from);
    static native void pollerHostRestarted(long poller, long now);
    static native long pollerAddSource(long poller, long leastMs, long mostMs, double weight, int group, long now);
    static native void pollerSetSource(
        long poller, long source, long leastMs, long mostMs, double weight, int group, long now);
    static native void pollerRemoveSource(long poller, long source, long now);
    static native void pollerPauseSource(long poller, long source, boolean isPaused, long now);
    static native int pollerAddGroup(long poller, long spacingMs, int atOnce);
    static native void pollerSetGroup(long poller, int group, long spacingMs, int atOnce);
    static native void pollerRemoveGroup(long poller, int group);
    static native long[] pollerDue(long poller, int most, long now);
    static native long pollerNextDeadline(long poller, long now);
    static native long pollerNextRequest(long poller, long source, long now);
    static native long pollerRecordAnswer(
        long poller, long source, int outcome, long bytes, long[] changed, long retryAfterMs, long maxAgeMs, long now);
    static native void pollerDeferRequest(long poller, long source, long untilMs, long now);
    static native void pollerNoteRead(long poller, long source, long now);
    static native void pollerNoteAnnouncement(long poller, long source, long now);
    static native void pollerSetNetwork(long poller, boolean isUp, long now);
    static native double pollerPrice(long poller, long now);
    static native void pollerJoinPrice(long poller, double price, long now);
    static native int pollerIdleReason(long poller, long now);
    static native long pollerSourceCount(long poller);
    static native double pollerNewContentProbability(long poller, long source, long now);
    static native byte[] pollerExplain(long poller, long source, long now);
    static native byte[] pollerExplainText(long poller, long source, long now);

    static native long pollCreate();
    static native void pollDestroy(long session);
    static native byte[] pollAsk(long session, byte[] line, long now);
}
