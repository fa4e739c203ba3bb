package android.app.job;

/** A stub of the framework's class. */
public abstract class JobScheduler {
    public static final int RESULT_SUCCESS = 1;

    public abstract int schedule(JobInfo job);
}
