package example;

import static fetchsched.Tests.check;
import static fetchsched.Tests.equal;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.content.ComponentName;
import android.util.AtomicFile;
import fetchsched.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Two months of docs/examples/android on a phone whose system grants runs. */
final class TwoMonthsTest {
    private static final int DAYS = 60;

    private TwoMonthsTest() {}

    /** The example, as an application has it. */
    private record Example(Phone phone) implements Phone.App {
        @Override
        public void begin() {
            try {
                Sources.shared = new Sources(phone.context, phone.clock);
            } catch (IOException error) {
                throw new AssertionError(error);
            }
            Sources.shared.add("news", () -> phone.load("news"));
            Sources.shared.add("mail", () -> phone.load("mail"));
        }

        @Override
        public void use(String source, Sources.Loaded loaded, Runnable timePasses) {
            Sources.shared.opened(source);
            Sources.shared.loaded(source, loaded);
            timePasses.run();
            Sources.shared.closed(source);
        }

        @Override
        public void run(JobParameters parameters) {
            phone.play(new RefreshJob(), parameters);
        }
    }

    /** What apps do today: all sources in each run, which is asked for some hours ahead. */
    private record Fixed(Phone phone, int hours) implements Phone.App {
        @Override
        public void begin() {
            if (phone.runs == 0) {
                ask(1);
            }
        }

        private void ask(int job) {
            phone.schedule(new JobInfo.Builder(job, new ComponentName(phone.context, RefreshJob.class))
                .setMinimumLatency(hours * Phone.HOUR).setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).build());
        }

        @Override
        public void use(String source, Sources.Loaded loaded, Runnable timePasses) {
            timePasses.run();
        }

        @Override
        public void run(JobParameters parameters) {
            for (String source : List.of("news", "mail")) {
                try {
                    phone.load(source);
                } catch (Exception failed) {
                    continue;
                }
            }
            ask(3 - parameters.getJobId());
        }
    }

    private static Phone played(Function<Phone, Phone.App> app, File folder) {
        Phone phone = new Phone(folder);
        phone.play(app.apply(phone), DAYS);
        equal(phone.faults, List.of());
        return phone;
    }

    static void testTwoMonths() throws IOException {
        Path folder = Files.createTempDirectory("fetchsched");
        Phone example = played(Example::new, folder.toFile());
        Phone hourly = played(phone -> new Fixed(phone, 1), folder.toFile());
        Phone seldom = played(phone -> new Fixed(phone, 2), folder.toFile());
        System.out.println("two months: the example     " + example);
        System.out.println("two months: each hour       " + hourly);
        System.out.println("two months: each two hours  " + seldom);
        check(example.stopped >= 10 && example.processes >= 50, example.stopped + " stopped, " + example.processes + " processes");
        check(example.fresh >= 0.95 * hourly.fresh && example.fetches <= 0.67 * hourly.fetches, "no gain over each hour");
        check(example.fresh >= 1.08 * seldom.fresh && example.fetches <= 1.3 * seldom.fetches, "no gain over two hours");
        int idle = example.jobsWithoutFetch;
        check(idle <= 0.2 * example.runs, idle + " of " + example.runs + " runs for nothing");
        // The same days again give the same loads.
        Path other = Files.createTempDirectory("fetchsched");
        equal(played(Example::new, other.toFile()).toString(), example.toString());
    }

    /** A full disk, a damaged state, a battery without a level, a source that is no more: the app goes on. */
    static void testBadDays() throws IOException {
        Path folder = Files.createTempDirectory("fetchsched");
        Phone phone = new Phone(folder.toFile());
        AtomicFile.isFull = true;
        phone.play(new Example(phone), 3);
        check(!Files.exists(folder.resolve("fetchsched.state")), "nothing was kept");
        AtomicFile.isFull = false;
        Files.writeString(folder.resolve("fetchsched.state"), "nonsense");
        phone = new Phone(folder.toFile());
        phone.battery.percent = Integer.MIN_VALUE;
        phone.play(new Example(phone), 3);
        check(Files.size(folder.resolve("fetchsched.state")) > 500, "the state is kept");
        Sources old = Sources.shared;
        old.add("podcast", () -> new Sources.Loaded(Outcome.NO_DATA, 1));
        old.opened("podcast");
        old.closed("podcast");
        // The next version has no podcast.
        new Example(phone).begin();
        check(Sources.shared != old, "another process");
        equal(phone.faults, List.of());
        // No job of the phone's, which calls its loads faults.
        Sources.shared.run(1, 60_000);
    }
}
