package android.os;

/** A stub of the framework's class. */
public final class PowerManager {
    /** For tests. */
    public boolean saves;

    public boolean isPowerSaveMode() {
        return saves;
    }
}
