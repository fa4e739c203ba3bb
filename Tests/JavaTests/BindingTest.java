package fetchsched;

import static fetchsched.Tests.check;
import static fetchsched.Tests.equal;
import static fetchsched.Tests.thrown;

import fetchsched.Action.Crossing;
import fetchsched.Action.Urgency;
import fetchsched.Explanation.Veto;
import fetchsched.FetchEngine.Network;
import fetchsched.FetchEngine.Received;
import fetchsched.FetchEngine.Reception;
import fetchsched.FetchEngine.Transfer;
import fetchsched.FetchException.Status;
import fetchsched.Poller.Answer;
import fetchsched.Poller.Limits;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls of engines and pollers, what they refuse, and states. */
final class BindingTest {
    private static final long NOW = 1_704_067_200_000L;
    private static final long HOUR = 3_600_000;

    private BindingTest() {}

    private static FetchEngine engine() {
        try (Config config = new Config().set("valueJoules", 60)) {
            FetchEngine engine = new FetchEngine(config, 1);
            engine.register("post", Interval.MINIMUM, NOW);
            engine.register("été ☀", new Interval(HOUR), NOW);
            return engine;
        }
    }

    private static Poller poller() {
        Poller poller = new Poller(1200, 1);
        poller.addGroup("example.org", 1000, 2);
        poller.addSource("https://example.org/feed", Limits.NONE.in("example.org"), NOW);
        poller.addSource("https://example.com/été", new Limits(60_000, Poller.NEVER, 2, null), NOW);
        return poller;
    }

    private static FetchException refused(Status status, Runnable call) {
        FetchException error = thrown(FetchException.class, call);
        equal(error.status(), status);
        return error;
    }

    private static void says(String text, Status status, Runnable call) {
        String message = refused(status, call).getMessage();
        check(message.contains(text), message);
    }

    static void testMessagesNameParameterValueAndRange() {
        try (Config config = new Config(); FetchEngine engine = engine(); Poller poller = poller()) {
            says("valueJoules = -5.0, expected 0.0 to 1.0E12", Status.OUT_OF_RANGE, () -> config.set("valueJoules", -5));
            says("fetchLimit = NaN, expected 0.0 to 86400.0", Status.OUT_OF_RANGE, () -> config.set("fetchLimit", Double.NaN));
            says("nonsense = 1.0", Status.UNKNOWN_PARAMETER, () -> config.set("nonsense", 1));
            says("nonsense", Status.UNKNOWN_PARAMETER, () -> config.get("nonsense"));
            says("line 2, column 1", Status.UNKNOWN_PARAMETER, () -> config.read("valueJoules = 5\nnonsense = 1"));
            says("radio = 9g", Status.INVALID_VALUE, () -> config.radio("9g"));
            says("requestsPerDay = -1.0, expected 0.0 to", Status.OUT_OF_RANGE, () -> Config.poller(-1));
            says("app mail", Status.UNKNOWN_APP, () -> engine.launch("mail", NOW));
            says("BATTERY_LEVEL: value = 0, untilMs = 0, bytes = 0, level = 15.0", Status.INVALID_VALUE,
                () -> engine.batteryLevel(15, NOW));
            says("bytes = -5", Status.INVALID_VALUE, () -> {
                engine.forceFetch("post", NOW);
                engine.complete("post", Outcome.NEW_DATA, -5, NOW);
            });
            says("FETCH_UNDER_WAY", Status.VETOED, () -> engine.forceFetch("post", NOW));
            says("weight=-1.0", Status.INVALID_VALUE, () -> poller.addSource("s", new Limits(0, 0, -1, null), NOW));
            says("group nowhere", Status.INVALID_VALUE, () -> poller.addSource("s", Limits.NONE.in("nowhere"), NOW));
            says("source s", Status.UNKNOWN_APP, () -> poller.noteRead("s", NOW));
            says("spacingMs = -1, atOnce = 2", Status.INVALID_VALUE, () -> poller.addGroup("g", -1, 2));
            says("price = 0.0", Status.INVALID_VALUE, () -> poller.joinPrice(0, NOW));
            equal(poller.sources().size(), 2);
            thrown(IllegalArgumentException.class, () -> engine.register("post", Interval.NEVER, NOW));
            thrown(IllegalArgumentException.class, () -> engine.register(null, Interval.NEVER, NOW));
            thrown(IllegalArgumentException.class, () -> poller.due(-1, NOW));
            thrown(IllegalArgumentException.class, () -> new Interval(-2));
            thrown(IllegalArgumentException.class, () -> Answer.failed().retryAfter(-1));
            thrown(IllegalArgumentException.class, () -> engine.complete("post", Outcome.NO_DATA, 0, -1.0, NOW));
        }
    }

    static void testConfiguration() {
        try (Config config = Config.poller(50)) {
            equal(config.get("budget.requestsPerDay"), 50.0);
            equal(config.set("minimumSpacing", 2).read("forecast.halfLifeDays = 7").get("forecast.halfLifeDays"), 7.0);
            config.radio(new Config.RadioCosts(0, 0, 1, 0, 0, 0.3, 1e6, List.of(new Config.TailStage(5, 1, 0.1, 0.2))));
            config.costs(new Config.FetchCosts(0.4, 1.5, 0.05, 4500, 1500, 0.15, 10));
            config.costs(new Config.FetchCosts(0.4, 1.5, 0.05, 4500, 1500, 0.15, null));
            Config.TailStage[] nine = new Config.TailStage[9];
            Arrays.fill(nine, new Config.TailStage(1, 1, 1, 1));
            thrown(IllegalArgumentException.class, () -> new Config.RadioCosts(0, 0, 0, 0, 0, 0, 1, List.of(nine)));
        }
    }

    /** Whatever was closed answers so, and may be closed again. */
    static void testWhatIsClosed() {
        FetchEngine engine = engine();
        Poller poller = poller();
        Config config = new Config();
        PollSession session = new PollSession();
        for (int i = 0; i < 2; i++) {
            engine.close();
            poller.close();
            config.close();
            session.close();
        }
        refused(Status.INVALID_HANDLE, () -> engine.launch("post", NOW));
        refused(Status.INVALID_HANDLE, () -> engine.snapshot());
        refused(Status.INVALID_HANDLE, () -> poller.due(1, NOW));
        refused(Status.INVALID_HANDLE, () -> config.get("valueJoules"));
        refused(Status.INVALID_HANDLE, () -> new FetchEngine(config, 1));
        refused(Status.INVALID_HANDLE, () -> session.ask("{}", NOW));
    }

    static void testAnEngineFromDayToDay() {
        try (FetchEngine engine = engine()) {
            engine.network(Network.WIFI, NOW);
            engine.zone(3600, NOW);
            engine.launch("post", NOW);
            check(engine.isRunning("post") && !engine.isRunning("été ☀"), "which runs");
            equal(engine.timeRemaining("post", NOW), FetchEngine.NEVER);
            long task = engine.startTask("post", NOW);
            equal(engine.statistics(NOW).openTasks(), 1);
            engine.endTask(task, NOW);
            long transfer = engine.enqueueTransfer("post", Transfer.of(5000), NOW);
            engine.transferProgress(transfer, 100, NOW);
            engine.transferInterrupted(transfer, 200, NOW);
            equal(engine.transfer(transfer).bytesDone(), 200L);
            engine.endOfUse("post", NOW);
            engine.watchRegion("post", 7, 48, 11, 200);
            equal(engine.isInside("post", 7), null);
            engine.observePosition(48, 11, 20, NOW);
            equal(engine.isInside("post", 7), true);
            engine.watchBeacon("post", 9);
            engine.observeCrossing("post", 9, Crossing.EXIT, NOW);
            equal(engine.isInside("post", 9), false);
            Received first = engine.receivePush("post", Urgency.ALERT, 41, NOW);
            equal(first, new Received(Reception.DELIVER, null));
            List<Reception> decisions = new ArrayList<>();
            for (int number = 42; number < 46; number++) {
                Received got = engine.receivePush("post", Urgency.SILENT, number, NOW);
                decisions.add(got.decision());
                equal(got.replaced(), got.decision() == Reception.REPLACED ? Long.valueOf(number - 1) : null);
            }
            check(decisions.contains(Reception.STORED) && decisions.contains(Reception.REPLACED), decisions.toString());
            engine.requestFetch("post", NOW);
            equal(engine.app("été ☀").interval(), new Interval(HOUR));
            engine.setInterval("été ☀", Interval.NEVER, NOW);
            equal(engine.explain("été ☀", NOW + HOUR).vetoes().contains(Veto.INTERVAL_NEVER), true);
            check(engine.explainText("été ☀", NOW).startsWith("été ☀"), engine.explainText("été ☀", NOW));
            double probability = engine.launchProbability("post", HOUR, NOW) * engine.nextAppProbability("post", NOW);
            check(engine.launchProbability("post", 9 * HOUR, NOW) > engine.launchProbability("post", HOUR, NOW), "a longer span");
            check(probability > 0 && probability < 1 && engine.newContentProbability("post", NOW) >= 0, "probabilities");
        }
    }

    /** The actions of an app that was removed still have its name. */
    static void testAnAppThatIsRemoved() {
        try (FetchEngine engine = engine()) {
            engine.forceFetch("post", NOW);
            engine.remove("post", NOW);
            refused(Status.UNKNOWN_APP, () -> engine.launch("post", NOW));
            engine.register("post", Interval.MINIMUM, NOW);
            Action action = engine.nextAction(true, NOW);
            equal(action.kind(), Action.Kind.STOP_FETCH);
            equal(action.app(), "post");
            equal(engine.nextAction(true, NOW), null);
            equal(engine.apps(), List.of("été ☀", "post"));
        }
    }

    /** A state has the names, and goes on as the engine would have. */
    static void testStates() {
        try (Config config = new Config().set("valueJoules", 60); FetchEngine engine = engine()) {
            for (long time = NOW; time < NOW + 200 * HOUR; time += 5 * HOUR) {
                engine.launch("post", time);
                engine.foregroundSync("post", Outcome.NEW_DATA, 1000, time);
                engine.endOfUse("post", time + 60_000);
            }
            try (FetchEngine other = FetchEngine.restore(config, engine.snapshot())) {
                long then = NOW + 201 * HOUR;
                equal(other.apps(), engine.apps());
                equal(other.nextRun(then), engine.nextRun(then));
                check(other.nextRun(then) < then + 24 * HOUR, "no run is worth anything");
                other.granted(then + 25_000, then);
                engine.granted(then + 25_000, then);
                equal(other.takeActions(true, 8, then), engine.takeActions(true, 8, then));
                check(Arrays.equals(other.snapshot(), engine.snapshot()), "the states differ");
            }
        }
        try (Config config = Config.poller(1200); Poller poller = poller()) {
            equal(poller.due(1, NOW), List.of("https://example.org/feed"));
            poller.recordAnswer("https://example.org/feed", Answer.newData(List.of(NOW - HOUR)).maxAge(60_000), NOW);
            try (Poller other = Poller.restore(config, poller.snapshot())) {
                equal(other.sources(), poller.sources());
                other.setGroup("example.org", 5000, 1);
                equal(other.nextDeadline(NOW + 1), poller.nextDeadline(NOW + 1));
            }
        }
    }

    /** A state with any byte changed, or cut anywhere, is refused, and nothing else happens. */
    static void testDamagedStates() {
        try (Config config = new Config(); FetchEngine engine = engine(); Poller poller = poller()) {
            byte[] whole = engine.snapshot();
            for (int i = 0; i < whole.length; i++) {
                byte[] damaged = whole.clone();
                damaged[i] ^= 0x40;
                byte[] cut = Arrays.copyOf(whole, i);
                thrown(FetchException.class, () -> FetchEngine.restore(config, damaged));
                thrown(FetchException.class, () -> FetchEngine.restore(config, cut));
            }
            thrown(FetchException.class, () -> FetchEngine.restore(config, poller.snapshot()));
            thrown(FetchException.class, () -> Poller.restore(config, whole));
            // The names of another engine.
            Names none = new Names("app", Status.UNKNOWN_APP);
            byte[] nameless = Names.join(engine.librarySnapshot(), none);
            refused(Status.INVALID_STATE, () -> FetchEngine.restore(config, nameless));
        }
    }

    static void testAPollerFromDayToDay() {
        try (Poller poller = poller()) {
            String feed = "https://example.org/feed";
            equal(poller.sourceCount(), 2L);
            equal(poller.due(1, NOW), List.of(feed));
            equal(poller.nextRequest(feed, NOW), Poller.NEVER);
            poller.deferRequest(feed, NOW + HOUR, NOW);
            check(poller.nextRequest(feed, NOW) >= NOW + HOUR, "it was put off");
            long next = poller.recordAnswer(feed, Answer.failed().retryAfter(2 * HOUR), NOW);
            check(next >= NOW + 2 * HOUR, "its server asked to wait");
            poller.recordAnswer("https://example.com/été", Answer.noData(), NOW);
            poller.noteRead(feed, NOW);
            poller.noteAnnouncement(feed, NOW);
            poller.pauseSource(feed, true, NOW);
            poller.pauseSource(feed, false, NOW);
            poller.setNetwork(false, NOW);
            equal(poller.idleReason(NOW), Poller.Idle.NO_NETWORK);
            poller.setNetwork(true, NOW);
            check(poller.price(NOW) > 0, "a price");
            poller.joinPrice(2, NOW);
            check(poller.newContentProbability(feed, NOW) <= 1, "a probability");
            check(poller.explainText(feed, NOW).startsWith(feed), poller.explainText(feed, NOW));
            check(poller.explain(feed, NOW).verdict() != null, "a verdict");
            poller.hostRestarted(NOW);
            equal(poller.removeGroup("example.org"), false);
            poller.removeSource(feed, NOW);
            equal(poller.removeGroup("example.org"), true);
            refused(Status.INVALID_VALUE, () -> poller.removeGroup("example.org"));
            equal(poller.sources(), List.of("https://example.com/été"));
            poller.recordAnswer("https://example.com/été", Answer.gone(), NOW);
        }
    }

    static void testASessionInLines() {
        try (PollSession session = new PollSession()) {
            equal(session.ask("{\"hello\":\"fetchsched-poll/1\",\"requestsPerDay\":1200}", NOW),
                "{\"hello\":\"fetchsched-poll/1\",\"sources\":0}");
            session.ask("{\"sources\":[\"https://example.org/été\"]}", NOW);
            check(session.ask("{\"due\":5}", NOW).startsWith("{\"due\":[\"https://example.org/été\"]"), "a source is due");
            check(session.ask("nonsense", NOW).startsWith("{\"error\":"), "an error is an answer");
        }
    }

    static void testThreadsShareAnEngine() throws InterruptedException {
        try (FetchEngine engine = engine()) {
            List<Throwable> thrown = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    for (int n = 0; n < 2000; n++) {
                        engine.launch("post", NOW);
                        engine.endOfUse("post", NOW);
                        engine.nextDeadline(true, NOW);
                    }
                });
                thread.setUncaughtExceptionHandler((dead, error) -> thrown.add(error));
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            equal(thrown, List.of());
        }
    }

    /** Any values, in any order: an answer or an exception, and nothing else. */
    static void testAnyValues() throws ReflectiveOperationException {
        Random random = new Random(1);
        int refused = 0;
        int taken = 0;
        for (int round = 0; round < 40; round++) {
            try (Config config = new Config(); FetchEngine engine = engine(); Poller poller = poller()) {
                for (Object object : List.of(config, engine, poller)) {
                    List<Method> methods = new ArrayList<>();
                    for (Method method : object.getClass().getDeclaredMethods()) {
                        if (Modifier.isPublic(method.getModifiers()) && !method.getName().equals("close")) {
                            methods.add(method);
                        }
                    }
                    methods.sort((one, two) -> one.toString().compareTo(two.toString()));
                    for (int i = 0; i < 400; i++) {
                        Method method = methods.get(random.nextInt(methods.size()));
                        Object[] arguments = arguments(method.getParameterTypes(), random, config);
                        try {
                            method.invoke(object, arguments);
                            taken++;
                        } catch (InvocationTargetException error) {
                            Throwable cause = error.getCause();
                            check(cause instanceof FetchException || cause instanceof IllegalArgumentException,
                                method + " " + Arrays.toString(arguments) + ": " + cause);
                            refused++;
                        }
                    }
                }
            }
        }
        check(refused > 1000 && taken > 1000, refused + " refused, " + taken + " taken");
    }

    private static Object[] arguments(Class<?>[] types, Random random, Config config) throws ReflectiveOperationException {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i], random, config);
        }
        return arguments;
    }

    private static final long[] WHOLE = {
        0, 1, -1, 2, 7, NOW, NOW + HOUR, NOW + 30 * HOUR, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final double[] REAL = {
        0, -0.0, 1, 0.5, -1, 90, 181, 1e300, -1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE};
    private static final String[] TEXT = {
        "post", "été ☀", "https://example.org/feed", "https://example.com/été", "example.org", "nothing", "valueJoules",
        "fetchLimit", "wifi", "", "\0", "\ud83d\ude00", "\ud83d"};

    private static Object argument(Class<?> type, Random random, Config config) throws ReflectiveOperationException {
        if (type == long.class || type == Long.class) {
            return WHOLE[random.nextInt(WHOLE.length)];
        } else if (type == int.class || type == Integer.class) {
            return (int) WHOLE[random.nextInt(8)];
        } else if (type == double.class) {
            return REAL[random.nextInt(REAL.length)];
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == String.class) {
            return TEXT[random.nextInt(TEXT.length)];
        } else if (type == byte[].class) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            return bytes;
        } else if (type == Config.class) {
            return config;
        } else if (type == List.class) {
            return List.of();
        } else if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        } else if (type == Interval.class) {
            return new Interval(Math.max(-1, WHOLE[random.nextInt(WHOLE.length)]));
        }
        check(type.isRecord(), "a value of " + type);
        Class<?>[] parts = Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor = type.getDeclaredConstructor(parts);
        while (true) {
            try {
                return constructor.newInstance(arguments(parts, random, config));
            } catch (InvocationTargetException error) {
                check(error.getCause() instanceof IllegalArgumentException, type + ": " + error.getCause());
            }
        }
    }
}
