package fetchsched;

import fetchsched.FetchException.Status;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;

/** Names of apps, sources or groups, and the numbers that the library has for them. */
final class Names {
    private final Map<String, Long> numbers = new LinkedHashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Set<Long> retired = new HashSet<>();
    /** Kind of what has the names, for messages. */
    private final String what;
    private final Status unknown;

    Names(String what, Status unknown) {
        this.what = what;
        this.unknown = unknown;
    }

    long number(String name) {
        Long number = numbers.get(name);
        if (number == null) {
            throw new FetchException(unknown).about(what + " " + name);
        }
        return number;
    }

    /** The name of that number; null if there is none. */
    String name(long number) {
        return names.get(number);
    }

    List<String> all() {
        return List.copyOf(numbers.keySet());
    }

    void checkNew(String name) {
        if (name == null || numbers.containsKey(name)) {
            throw new IllegalArgumentException(name == null ? "the name is null" : "there is a " + what + " " + name);
        }
    }

    void add(String name, long number) {
        numbers.put(name, number);
        names.put(number, name);
    }

    void remove(String name) {
        names.remove(numbers.remove(name));
    }

    /** Removes the name; its number has it until {@link #forgetRetired}, for what is still to be stopped. */
    void retire(String name) {
        retired.add(numbers.remove(name));
    }

    void forgetRetired() {
        names.keySet().removeAll(retired);
        retired.clear();
    }

    // States: a line, a checksum of the names, how many bytes they take, the names, and the snapshot of the library.

    private static final byte[] MAGIC = "fetchsched-java 1\n".getBytes(StandardCharsets.US_ASCII);

    /** A snapshot with its names in front. */
    static byte[] join(byte[] snapshot, Names... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream output = new DataOutputStream(bytes)) {
            for (Names part : parts) {
                output.writeInt(part.numbers.size());
                for (Map.Entry<String, Long> each : part.numbers.entrySet()) {
                    byte[] name = each.getKey().getBytes(StandardCharsets.UTF_8);
                    output.writeLong(each.getValue());
                    output.writeInt(name.length);
                    output.write(name);
                }
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        byte[] names = bytes.toByteArray();
        return ByteBuffer.allocate(MAGIC.length + 8 + names.length + snapshot.length)
            .put(MAGIC).putInt(checksum(names)).putInt(names.length).put(names).put(snapshot).array();
    }

    /** Reads the names of a state; returns where its snapshot starts. */
    static int split(byte[] state, Names... parts) {
        ByteBuffer input = ByteBuffer.wrap(state);
        try {
            byte[] magic = new byte[MAGIC.length];
            input.get(magic);
            if (!Arrays.equals(magic, MAGIC)) {
                throw new FetchException(Status.NOT_A_SNAPSHOT);
            }
            int checksum = input.getInt();
            int size = input.getInt();
            if (size < 0 || size > input.remaining()) {
                throw new FetchException(Status.TRUNCATED);
            }
            byte[] names = new byte[size];
            input.get(names);
            if (checksum(names) != checksum) {
                throw new FetchException(Status.DAMAGED);
            }
            ByteBuffer rest = ByteBuffer.wrap(names);
            for (Names part : parts) {
                for (int left = rest.getInt(); left > 0; left--) {
                    long number = rest.getLong();
                    byte[] name = new byte[rest.getInt()];
                    rest.get(name);
                    part.add(new String(name, StandardCharsets.UTF_8), number);
                }
            }
            return MAGIC.length + 8 + size;
        } catch (BufferUnderflowException | NegativeArraySizeException error) {
            throw new FetchException(Status.TRUNCATED);
        }
    }

    private static int checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }
}
