package fetchsched;

import static fetchsched.Tests.check;
import static fetchsched.Tests.equal;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The package against {@code fetchsched.h}. Run in the project's folder. */
final class HeaderTest {
    private static final String HEADER = read("Sources/CFetchSched/include/fetchsched.h").replaceAll("(?s)/\\*.*?\\*/", "");

    private HeaderTest() {}

    private static String read(String path) {
        try {
            return Files.readString(Path.of(path));
        } catch (IOException error) {
            throw new AssertionError(error);
        }
    }

    private static TreeSet<String> found(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).results().map(each -> each.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Each function of the header has a native method, and each native method a place in the package where it is called. */
    static void testEverythingIsBound() throws IOException {
        TreeSet<String> functions =
            found("^(?:fetchsched_status|void|uint32_t|const char \\*) ?(fetchsched_\\w+)\\(", HEADER);
        check(functions.size() > 70, "too few functions: " + functions);
        TreeSet<String> called = found("\\b(fetchsched_\\w+)\\(", read("Sources/fetchsched-java/fetchsched.c"));
        // By their names alone, as arguments of macros.
        called.addAll(found("^(?:MAKE|MAKE_OF|RESTORE)\\(\\w+, \\w+, (\\w+)\\)", read("Sources/fetchsched-java/fetchsched.c")));
        equal(called, functions);

        StringBuilder sources = new StringBuilder();
        try (Stream<Path> paths = Files.list(Path.of("Sources/fetchsched-java/fetchsched"))) {
            paths.forEach(path -> sources.append(read(path.toString())));
        }
        TreeSet<String> used = found("Native\\.(\\w+)\\(", sources.toString());
        used.add("abiVersion");
        int natives = 0;
        for (Method method : Native.class.getDeclaredMethods()) {
            if (Modifier.isNative(method.getModifiers())) {
                natives++;
                check(used.contains(method.getName()), "nothing calls " + method.getName());
            }
        }
        equal(natives, functions.size());
    }

    static void testConstantsAreTheHeaders() {
        equal(FetchEngine.version(), found("define FETCHSCHED_VERSION \"(.*)\"", HEADER).first());
        equal(Config.RadioCosts.MOST_STAGES, Integer.valueOf(found("define FETCHSCHED_TAIL_STAGES (\\d+)", HEADER).first()));
        String action = HEADER.substring(HEADER.indexOf("typedef struct fetchsched_action {"));
        int size = 0;
        for (MatchResult field : Pattern.compile("^    (\\w+) \\w+;", Pattern.MULTILINE)
                .matcher(action.substring(0, action.indexOf("}"))).results().toList()) {
            size += field.group(1).endsWith("32_t") ? 4 : 8;
        }
        equal(Action.SIZE, size);
    }

    /** Each enumeration has the header's names, in the order of its numbers. */
    static void testEnumerationsAreTheHeaders() {
        Map<String, Object[]> ours = Map.ofEntries(
            Map.entry("EVENT", FetchEngine.Event.values()), Map.entry("OUTCOME", Outcome.values()),
            Map.entry("RADIO", FetchEngine.Radio.values()), Map.entry("NETWORK", FetchEngine.Network.values()),
            Map.entry("SCREEN", FetchEngine.Screen.values()), Map.entry("ACTION", Action.Kind.values()),
            Map.entry("REASON", Action.Reason.values()), Map.entry("PLACE", Action.Crossing.values()),
            Map.entry("PUSH", Action.Urgency.values()), Map.entry("RECEPTION", FetchEngine.Reception.values()),
            Map.entry("VETO", Explanation.Veto.values()), Map.entry("VERDICT", Explanation.Verdict.values()),
            Map.entry("IDLE", Poller.Idle.values()), Map.entry("ERROR", FetchException.Status.values()));
        // An interval is a record, the flags of a transfer are its fields.
        List<String> others = List.of("INTERVAL", "TRANSFER");
        for (MatchResult block : Pattern.compile("enum \\{(.*?)\\}", Pattern.DOTALL).matcher(HEADER).results().toList()) {
            List<String> names = new ArrayList<>();
            List<Integer> numbers = new ArrayList<>();
            Pattern.compile("FETCHSCHED_(\\w+) = (-?\\d+)").matcher(block.group(1)).results().forEach(each -> {
                names.add(each.group(1));
                numbers.add(Integer.valueOf(each.group(2)));
            });
            String prefix = names.get(0).equals("OK") ? "ERROR" : names.get(0).split("_")[0];
            if (others.contains(prefix)) {
                continue;
            }
            Object[] constants = ours.get(prefix);
            check(constants != null, "the package has no " + prefix);
            // Ours begin at 0.
            int first = prefix.equals("EVENT") || prefix.equals("ACTION") ? 1 : 0;
            int skipped = prefix.equals("ACTION") ? 1 : 0;
            equal(constants.length - skipped, names.size());
            for (int i = 0; i < names.size(); i++) {
                equal(constants[i + skipped].toString(), names.get(i).replace(prefix + "_", ""));
                equal(numbers.get(i), prefix.equals("ERROR") ? -i : prefix.equals("VETO") ? 1 << i : i + first);
            }
        }
    }

    /** Each event is a method of the engine. */
    static void testEventsAreMethods() {
        TreeSet<String> methods = new TreeSet<>();
        for (Method method : FetchEngine.class.getMethods()) {
            methods.add(method.getName().toUpperCase(Locale.ROOT));
        }
        for (FetchEngine.Event event : FetchEngine.Event.values()) {
            check(methods.contains(event.name().replace("_", "")), "no method " + event);
        }
    }
}
