package fetchsched;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Settings of an engine or a poller, made before it; what was made with it stays as it is.
 *
 * <pre>{@code
 * try (Config config = new Config().set("valueJoules", 100).radio("wifi")) {
 *     engine = new FetchEngine(config, seed);
 * }
 * }</pre>
 */
public final class Config implements AutoCloseable {
    /** One stage of the radio's tail, the time after an activity in which it is still awake. */
    public record TailStage(double durationS, double powerW, double promotionS, double promotionJ) {}

    /** Energy of a radio: seconds, joules, watts. {@code baseW}: while anything is active, apart from the bytes. */
    public record RadioCosts(
        double promotionS, double promotionJ, double baseW, double jPerByte, double upJPerByte, double requestS,
        double bytesPerS, List<TailStage> tail) {
        /** The header's FETCHSCHED_TAIL_STAGES. */
        static final int MOST_STAGES = 8;

        public RadioCosts {
            tail = List.copyOf(tail);
            if (tail.size() > MOST_STAGES) {
                throw new IllegalArgumentException("tail has " + tail.size() + " stages; expected at most " + MOST_STAGES);
            }
        }
    }

    /** Costs of a fetch, apart from the radio. {@code aliveProcesses}: null if every app keeps its process. */
    public record FetchCosts(
        double runJ, double coldStartJ, double handlingJPerMb, double requestDownBytes, double requestUpBytes, double awakeW,
        Integer aliveProcesses) {
        public FetchCosts {
            if (aliveProcesses != null && aliveProcesses < 0) {
                throw new IllegalArgumentException("aliveProcesses is " + aliveProcesses + "; expected 0 or more, or null");
            }
        }
    }

    final long handle = Native.configCreate();

    /** The settings of a phone. */
    public Config() {}

    /** The settings of a program that polls, with a number of requests a day. */
    public static Config poller(double requestsPerDay) {
        Config config = new Config();
        try {
            Native.configPoller(config.handle, requestsPerDay);
        } catch (FetchException error) {
            config.close();
            throw outside(error, "requestsPerDay", requestsPerDay, "budget.requestsPerDay");
        }
        return config;
    }

    /** Sets the parameter of that name, in its unit. */
    public Config set(String name, double value) {
        try {
            Native.configSet(handle, name, value);
        } catch (FetchException error) {
            throw outside(error, name, value, name);
        }
        return this;
    }

    /** The parameter's value, in its unit; a budget that is not set is infinite. */
    public double get(String name) {
        try {
            return Native.configGet(handle, name);
        } catch (FetchException error) {
            throw error.about(name);
        }
    }

    /** Sets what a parameter file says: all of it or, if a line is wrong, nothing. */
    public Config read(String text) {
        int[] place = new int[2];
        try {
            Native.configRead(handle, text.getBytes(StandardCharsets.UTF_8), place);
        } catch (FetchException error) {
            throw place[0] == 0 ? error : error.about("line " + place[0] + ", column " + place[1]);
        }
        return this;
    }

    /** Sets the costs of the radio of that name: lte, lte-5s, 3g, 5g-nsa, 5g-sa, wifi, or wired for none. */
    public Config radio(String name) {
        try {
            Native.configRadioNamed(handle, name);
        } catch (FetchException error) {
            throw error.about("radio", name);
        }
        return this;
    }

    /** Sets the costs of the radio. */
    public Config radio(RadioCosts costs) {
        double[] values = new double[7 + 4 * costs.tail.size()];
        double[] first = {
            costs.promotionS, costs.promotionJ, costs.baseW, costs.jPerByte, costs.upJPerByte, costs.requestS,
            costs.bytesPerS};
        System.arraycopy(first, 0, values, 0, first.length);
        int at = first.length;
        for (TailStage stage : costs.tail) {
            values[at++] = stage.durationS;
            values[at++] = stage.powerW;
            values[at++] = stage.promotionS;
            values[at++] = stage.promotionJ;
        }
        try {
            Native.configRadio(handle, values);
        } catch (FetchException error) {
            throw error.about(costs.toString());
        }
        return this;
    }

    /** Sets the costs of a fetch apart from the radio. */
    public Config costs(FetchCosts costs) {
        double[] values = {
            costs.runJ, costs.coldStartJ, costs.handlingJPerMb, costs.requestDownBytes, costs.requestUpBytes, costs.awakeW};
        try {
            Native.configPower(handle, values, costs.aliveProcesses == null ? -1 : costs.aliveProcesses);
        } catch (FetchException error) {
            throw error.about(costs.toString());
        }
        return this;
    }

    /** Frees the settings; to close them again does nothing. */
    @Override
    public void close() {
        Native.configDestroy(handle);
    }

    /** The error of a parameter, with the value and the range. */
    private static FetchException outside(FetchException error, String name, double value, String parameter) {
        if (error.status() != FetchException.Status.OUT_OF_RANGE) {
            return error.about(name, value);
        }
        double[] range = new double[2];
        Native.configRange(parameter, range);
        return error.about(name + " = " + value + ", expected " + range[0] + " to " + range[1]);
    }
}
