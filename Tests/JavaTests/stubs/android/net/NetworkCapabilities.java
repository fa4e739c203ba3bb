package android.net;

/** A stub of the framework's class. */
public final class NetworkCapabilities {
    public static final int TRANSPORT_CELLULAR = 0;
    public static final int TRANSPORT_WIFI = 1;

    private final int transport;

    public NetworkCapabilities(int transport) {
        this.transport = transport;
    }

    public boolean hasTransport(int transportType) {
        return transport == transportType;
    }
}
