package android.net;

/** A stub of the framework's class. */
public class Network {}
