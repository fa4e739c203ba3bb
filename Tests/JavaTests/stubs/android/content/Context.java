package android.content;

import java.io.File;
import java.util.HashMap;
import java.util.Map;

/** A stub of the framework's class. */
public class Context {
    /** For tests: the system's services. */
    public final Map<Class<?>, Object> services = new HashMap<>();
    public File folder;

    public File getFilesDir() {
        return folder;
    }

    public Context getApplicationContext() {
        return this;
    }

    public final <T> T getSystemService(Class<T> serviceClass) {
        return serviceClass.cast(services.get(serviceClass));
    }
}
