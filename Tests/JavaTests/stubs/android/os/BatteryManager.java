package android.os;

/** A stub of the framework's class. */
public class BatteryManager {
    public static final int BATTERY_PROPERTY_CAPACITY = 4;

    /** For tests. */
    public boolean charges;
    public int percent = 80;

    public boolean isCharging() {
        return charges;
    }

    public int getIntProperty(int id) {
        return percent;
    }
}
