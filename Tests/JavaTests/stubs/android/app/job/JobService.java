package android.app.job;

import android.content.Context;
import java.util.concurrent.CountDownLatch;

/** A stub of the framework's class, which is a Context by way of Service. */
public abstract class JobService extends Context {
    /** For tests: the job has said that it is over. */
    public final CountDownLatch finished = new CountDownLatch(1);

    public abstract boolean onStartJob(JobParameters params);

    public abstract boolean onStopJob(JobParameters params);

    public final void jobFinished(JobParameters params, boolean wantsReschedule) {
        finished.countDown();
    }
}
