package android.app.job;

import android.content.ComponentName;

/** A stub of the framework's class. */
public final class JobInfo {
    public static final int NETWORK_TYPE_ANY = 1;

    private int id;
    private int networkType;
    private long minLatencyMillis;

    private JobInfo() {}

    public int getId() {
        return id;
    }

    public int getNetworkType() {
        return networkType;
    }

    public long getMinLatencyMillis() {
        return minLatencyMillis;
    }

    public static final class Builder {
        private final JobInfo made = new JobInfo();

        public Builder(int jobId, ComponentName jobService) {
            made.id = jobId;
        }

        public Builder setMinimumLatency(long minLatencyMillis) {
            made.minLatencyMillis = minLatencyMillis;
            return this;
        }

        public Builder setRequiredNetworkType(int networkType) {
            made.networkType = networkType;
            return this;
        }

        public Builder setPersisted(boolean isPersisted) {
            return this;
        }

        public JobInfo build() {
            return made;
        }
    }
}
