package fetchsched;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;

/** Runs the tests of classes: the methods without parameters whose names begin with {@code test}. */
public final class Tests {
    private Tests() {}

    public static void main(String[] classes) throws ReflectiveOperationException {
        int failed = 0;
        int run = 0;
        for (String each : classes) {
            for (Method method : Class.forName(each).getDeclaredMethods()) {
                if (!method.getName().startsWith("test")) {
                    continue;
                }
                run++;
                method.setAccessible(true);
                try {
                    method.invoke(null);
                } catch (InvocationTargetException error) {
                    failed++;
                    System.out.println("FAILED: " + each + "." + method.getName());
                    error.getCause().printStackTrace(System.out);
                }
            }
        }
        System.out.println("Ran " + run + " tests, " + failed + " failed");
        System.exit(failed == 0 && run > 0 ? 0 : 1);
    }

    public static void equal(Object found, Object expected) {
        check(Objects.equals(found, expected), "found " + found + ", expected " + expected);
    }

    public static void check(boolean isTrue, String why) {
        if (!isTrue) {
            throw new AssertionError(why);
        }
    }

    /** The error of that kind that the call throws. */
    public static <E extends Exception> E thrown(Class<E> kind, Runnable call) {
        try {
            call.run();
        } catch (Exception error) {
            check(kind.isInstance(error), "found " + error + ", expected " + kind);
            return kind.cast(error);
        }
        throw new AssertionError("nothing was thrown");
    }
}
