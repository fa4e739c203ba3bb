package android.content;

/** A stub of the framework's class. */
public final class ComponentName {
    public ComponentName(Context pkg, Class<?> cls) {}
}
