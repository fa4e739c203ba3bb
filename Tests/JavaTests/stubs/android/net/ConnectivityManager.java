package android.net;

/** A stub of the framework's class. */
public class ConnectivityManager {
    /** For tests: the transport; null for no network. */
    public Integer transport = NetworkCapabilities.TRANSPORT_CELLULAR;

    public Network getActiveNetwork() {
        return transport == null ? null : new Network();
    }

    public NetworkCapabilities getNetworkCapabilities(Network network) {
        return network == null ? null : new NetworkCapabilities(transport);
    }
}
