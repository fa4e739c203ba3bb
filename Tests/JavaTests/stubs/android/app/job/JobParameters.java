package android.app.job;

/** A stub of the framework's class. */
public class JobParameters {
    private final int jobId;

    public JobParameters(int jobId) {
        this.jobId = jobId;
    }

    public int getJobId() {
        return jobId;
    }
}
