package fetchsched;

import fetchsched.Action.Crossing;
import fetchsched.Action.Urgency;
import fetchsched.Config.FetchCosts;
import fetchsched.Config.RadioCosts;
import fetchsched.Config.TailStage;
import fetchsched.FetchEngine.Network;
import fetchsched.FetchEngine.Priority;
import fetchsched.FetchEngine.Radio;
import fetchsched.FetchEngine.Received;
import fetchsched.FetchEngine.Screen;
import fetchsched.FetchEngine.Transfer;
import fetchsched.Poller.Answer;
import fetchsched.Poller.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays a journal of an engine or a poller (docs/contributing/journal-format.md) from standard input and prints it again, each
 * call with the answers that the Java package gives. An app has its number as its name.
 */
final class Replay {
    private final PrintStream out;
    private Config config = new Config();
    /** One of the two is made. */
    private FetchEngine engine;
    private Poller poller;
    private long now;
    private Map<String, String> fields = Map.of();
    /** Names by numbers, also of what was removed. */
    private final Map<Long, String> names = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<Long, String> groups = new HashMap<>();
    private int made;

    private Replay(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        Replay replay = new Replay(out);
        for (String line; (line = lines.readLine()) != null; ) {
            if (!line.startsWith("=")) {
                out.print(line + "\n");
                replay.play(line);
            }
        }
        out.flush();
    }

    private void play(String line) {
        String[] words = line.split(" ");
        now = Long.parseLong(words[0]);
        fields = new HashMap<>();
        for (int i = 2; i < words.length; i++) {
            String[] parts = words[i].split("=", 2);
            fields.put(parts[0], parts[1]);
        }
        try {
            if (!prepare(words[1])) {
                if (poller == null) {
                    callEngine(words[1]);
                } else {
                    callPoller(words[1]);
                }
            }
        } catch (FetchException refused) {
            say("refused");
        }
    }

    // Fields and answers

    private boolean has(String key) {
        return fields.containsKey(key);
    }

    private long whole(String key) {
        return Long.parseLong(fields.get(key));
    }

    private int small(String key) {
        return (int) whole(key);
    }

    private boolean truth(String key) {
        return whole(key) == 1;
    }

    private double real(String key) {
        return real(key, fields.get(key));
    }

    private static double real(String key, String bits) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    }

    private double[] reals(String key) {
        String[] texts = fields.get(key).split(",");
        double[] values = new double[texts.length];
        for (int i = 0; i < texts.length; i++) {
            values[i] = real(key, texts[i]);
        }
        return values;
    }

    /** The name of the app or the source; of a number that there never was, the number. */
    private String app() {
        return has("app") ? names.getOrDefault(whole("app"), "unknown " + fields.get("app")) : null;
    }

    private String newName() {
        return "name " + made++;
    }

    private void learn(String name, long number) {
        names.put(number, name);
        numbers.put(name, number);
        say("app app=" + number);
    }

    private void say(String answer) {
        out.print("= " + now + " " + answer + "\n");
    }

    private void saySnapshot(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : bytes) {
            hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
        }
        say(String.format("snapshot bytes=%d hash=%016x", bytes.length, hash));
    }

    // Calls

    private boolean prepare(String verb) {
        switch (verb) {
            case "set" -> config.set(fields.get("name"), real("value"));
            case "poller" -> config = Config.poller(real("value"));
            case "radio" -> {
                double[] values = reals("values");
                List<TailStage> tail = new ArrayList<>();
                for (int i = 7; i + 4 <= values.length; i += 4) {
                    tail.add(new TailStage(values[i], values[i + 1], values[i + 2], values[i + 3]));
                }
                config.radio(new RadioCosts(
                    values[0], values[1], values[2], values[3], values[4], values[5], values[6], tail));
            }
            case "power" -> {
                double[] values = reals("values");
                Integer processes = whole("number") < 0 ? null : Integer.valueOf(small("number"));
                config.costs(new FetchCosts(values[0], values[1], values[2], values[3], values[4], values[5], processes));
            }
            case "create" -> engine = new FetchEngine(config, Long.parseUnsignedLong(fields.get("seed")));
            case "create_poller" -> poller = new Poller(config, Long.parseUnsignedLong(fields.get("seed")));
            case "clock" -> { }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void callEngine(String verb) {
        switch (verb) {
            case "event" -> event(fields.get("kind"));
            case "restore" -> {
                byte[] state = engine.snapshot();
                engine.close();
                engine = FetchEngine.restore(config, state);
            }
            case "restarted" -> engine.hostRestarted(now);
            case "snapshot" -> saySnapshot(engine.librarySnapshot());
            case "register" -> {
                String name = newName();
                engine.register(name, new Interval(whole("interval")), now);
                learn(name, engine.number(name));
            }
            case "remove" -> engine.remove(app(), now);
            case "interval" -> engine.setInterval(app(), new Interval(whole("interval")), now);
            case "announces" -> engine.setAnnouncesContent(app(), truth("value"));
            case "complete" -> {
                Outcome outcome = Outcome.values()[small("outcome")];
                if (has("joules") && real("joules") >= 0) {
                    engine.complete(app(), outcome, whole("bytes"), real("joules"), now);
                } else {
                    engine.complete(app(), outcome, whole("bytes"), now);
                }
            }
            case "request" -> engine.requestFetch(app(), now);
            case "force" -> engine.forceFetch(app(), now);
            case "next" -> next(truth("may"));
            case "deadline" -> say("time until=" + engine.nextDeadline(truth("may"), now));
            case "run" -> say("time until=" + engine.nextRun(now));
            case "receive" -> {
                Received got = engine.receivePush(app(), Urgency.values()[small("value")], whole("number"), now);
                say("reception value=" + got.decision().ordinal() + (got.replaced() == null ? "" : " number=" + got.replaced()));
            }
            case "watch" -> {
                if (has("latitude")) {
                    engine.watchRegion(app(), small("region"), real("latitude"), real("longitude"), real("radius"));
                } else {
                    engine.watchBeacon(app(), small("region"));
                }
            }
            case "unwatch" -> engine.unwatchRegion(app(), small("region"));
            case "watch_changes" -> engine.watchSignificantChanges(app(), truth("value"));
            case "crossing" -> engine.observeCrossing(app(), small("region"), Crossing.values()[small("value")], now);
            case "change" -> engine.observeSignificantChange(app(), now);
            case "position" -> engine.observePosition(real("latitude"), real("longitude"), real("accuracy"), now);
            case "begin" -> say("task id=" + engine.startTask(app(), now));
            case "end" -> engine.endTask(whole("id"), now);
            case "enqueue" -> {
                int flags = small("flags");
                say("transfer id=" + engine.enqueueTransfer(app(), new Transfer(
                    whole("bytes"), whole("timeout"), small("session"), Priority.values()[small("priority") + 1],
                    (flags & 1) != 0, (flags & 2) == 0), now));
            }
            case "cancel" -> engine.cancelTransfer(whole("id"), now);
            case "progress" -> engine.transferProgress(whole("id"), whole("bytes"), now);
            case "interrupted" -> engine.transferInterrupted(whole("id"), whole("bytes"), now);
            case "finished" -> engine.transferFinished(whole("id"), now);
            default -> throw new IllegalArgumentException(verb);
        }
    }

    private void event(String kind) {
        switch (kind) {
            case "launch" -> engine.launch(app(), now);
            case "end_of_use" -> engine.endOfUse(app(), now);
            case "foreground_sync" ->
                engine.foregroundSync(app(), Outcome.values()[small("value")], whole("bytes"), now);
            case "content_hint" -> engine.contentHint(app(), now);
            case "radio" -> engine.radio(Radio.values()[small("value")], whole("until"), now);
            case "network" -> engine.network(Network.values()[small("value")], now);
            case "power" -> engine.power(truth("value"), now);
            case "battery_level" -> engine.batteryLevel(real("level"), now);
            case "saver" -> engine.saver(truth("value"), now);
            case "refresh" -> engine.refresh(app(), truth("value"), now);
            case "quit" -> engine.quit(app(), now);
            case "zone" -> engine.zone(small("value"), now);
            case "server_wait" -> engine.serverWait(app(), whole("until"), now);
            case "server_interval" -> engine.serverInterval(app(), whole("value"), now);
            case "process_ended" -> engine.processEnded(app(), now);
            case "device_awake" -> engine.deviceAwake(whole("until"), now);
            case "device_asleep" -> engine.deviceAsleep(now);
            case "screen" -> engine.screen(Screen.values()[small("value")], now);
            case "content_changed" -> engine.contentChanged(app(), whole("value"), now);
            case "notification" -> engine.notification(app(), now);
            case "granted" -> engine.granted(whole("until"), now);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    /** Takes one action, and with the end of an app the tasks that it left open. */
    private void next(boolean mayFetch) {
        for (int left = 1; left > 0; left--) {
            Action action = engine.nextAction(mayFetch, now);
            if (action == null) {
                say("none");
                return;
            }
            String app = " app=" + numbers.get(action.app());
            String id = " id=" + action.id();
            String number = " number=" + action.number();
            String happened = " happened=" + action.happenedMs();
            say(action.kind().name().toLowerCase() + switch (action.kind()) {
                case FETCH -> app + " cause=" + action.reason().ordinal();
                case STOP_FETCH, REFRESH_SNAPSHOT, SUSPEND, RESUME -> app;
                case DELIVER_PUSH -> app + id + " cause=" + action.urgency().ordinal() + happened;
                case WAKE_FOR_LOCATION ->
                    app + " cause=" + action.crossing().ordinal() + number + happened + " until=" + action.untilMs();
                case TASK_EXPIRING, PAUSE_TRANSFER, GIVE_UP_TRANSFER -> id;
                case TERMINATE, WAKE_FOR_TRANSFERS -> app + number;
                case TASK_LEFT_OPEN -> app + id;
                case START_TRANSFER -> id + " bytes=" + action.bytes();
                case UNKNOWN -> throw new IllegalStateException("an unknown action");
            });
            left += action.kind() == Action.Kind.TERMINATE ? action.number() : 0;
        }
    }

    private Limits limits() {
        long group = whole("group");
        return new Limits(
            whole("least"), whole("most"), real("weight"), group < 0 ? null : groups.getOrDefault(group, "unknown"));
    }

    private void callPoller(String verb) {
        switch (verb) {
            case "restore" -> {
                byte[] state = poller.snapshot();
                poller.close();
                poller = Poller.restore(config, state);
            }
            case "restarted" -> poller.hostRestarted(now);
            case "snapshot" -> saySnapshot(poller.librarySnapshot());
            case "add_source" -> {
                String name = newName();
                poller.addSource(name, limits(), now);
                learn(name, poller.number(name));
            }
            case "set_source" -> poller.setSource(app(), limits(), now);
            case "remove_source" -> poller.removeSource(app(), now);
            case "pause_source" -> poller.pauseSource(app(), truth("value"), now);
            case "add_group" -> {
                String name = newName();
                poller.addGroup(name, whole("spacing"), small("once"));
                groups.put(poller.groupNumber(name), name);
                say("group group=" + poller.groupNumber(name));
            }
            case "set_group" ->
                poller.setGroup(groups.getOrDefault(whole("group"), "unknown"), whole("spacing"), small("once"));
            case "remove_group" -> poller.removeGroup(groups.getOrDefault(whole("group"), "unknown"));
            case "due" -> {
                List<String> due = poller.due(1, now);
                say(due.isEmpty() ? "none" : "source app=" + numbers.get(due.get(0)));
            }
            case "deadline" -> say("time until=" + poller.nextDeadline(now));
            case "next_request" -> say("time until=" + poller.nextRequest(app(), now));
            case "record_answer" -> {
                List<Long> changed = new ArrayList<>();
                for (String date : fields.getOrDefault("changed", "").split(",")) {
                    if (!date.isEmpty()) {
                        changed.add(Long.parseLong(date));
                    }
                }
                Answer answer = new Answer(
                    Outcome.values()[small("outcome")], whole("bytes"), changed, asked("wait"), asked("age"));
                say("time until=" + poller.recordAnswer(app(), answer, now));
            }
            case "defer_request" -> poller.deferRequest(app(), whole("until"), now);
            case "note_read" -> poller.noteRead(app(), now);
            case "note_announcement" -> poller.noteAnnouncement(app(), now);
            case "set_network" -> poller.setNetwork(truth("value"), now);
            case "price" ->
                say(String.format("price price=%016x", Double.doubleToRawLongBits(poller.price(now))));
            case "join_price" -> poller.joinPrice(real("price"), now);
            case "idle" -> say("idle value=" + poller.idleReason(now).ordinal());
            default -> throw new IllegalArgumentException(verb);
        }
    }

    private Long asked(String key) {
        return has(key) && whole(key) >= 0 ? Long.valueOf(whole(key)) : null;
    }
}
