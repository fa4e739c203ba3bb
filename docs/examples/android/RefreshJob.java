package example;

import android.app.job.JobParameters;
import android.app.job.JobService;

/**
 * A run that the system grants. The manifest has
 * {@code <service android:name="example.RefreshJob" android:permission="android.permission.BIND_JOB_SERVICE" />}, and the
 * permissions INTERNET, ACCESS_NETWORK_STATE and RECEIVE_BOOT_COMPLETED.
 */
public final class RefreshJob extends JobService {
    /** The system lets a job run for minutes; a use of the radio is short. */
    private static final long RUN_MS = 60_000;

    private Thread run;

    @Override
    public boolean onStartJob(JobParameters parameters) {
        Sources sources = Sources.of(this);
        run = new Thread(() -> {
            sources.run(parameters.getJobId(), RUN_MS);
            jobFinished(parameters, false);
        });
        run.start();
        return true;
    }

    /** The system wants the run to end. The run has requested the next one, or does so as it ends. */
    @Override
    public boolean onStopJob(JobParameters parameters) {
        run.interrupt();
        return false;
    }
}
