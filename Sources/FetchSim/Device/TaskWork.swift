import FetchSched

/// The work of an app's background tasks: what the apps do with the time that they are given.
///
/// A task that says how much work it has ends itself when that is done, and in its expiry callback, with what is left
/// lost. One that does not say ends when the trace says so, or with its app.
struct TaskWork: Sendable {
    struct Job: Sendable {
        let id: BackgroundTaskID
        let app: Int
        /// Its name in the trace.
        let label: Int32
        let begun: Instant
        /// Work that was left when it last began to run; nil if unknown.
        var left: TimeSpan?
        /// Since when its app has been running; nil while it does not.
        var runningSince: Instant?

        /// When the work will be done; nil if not by itself.
        var end: Instant? {
            guard let left, let runningSince else { return nil }
            return runningSince + left
        }
    }

    private(set) var jobs: [Job] = []

    /// When the first work will be done.
    var nextEnd: Instant? {
        var next: Instant?
        for index in jobs.indices {
            if let end = jobs[index].end { next = min(next ?? end, end) }
        }
        return next
    }

    mutating func begin(_ job: Job) { jobs.append(job) }

    /// Lets a job's work go on if its app runs now, and rest if it does not.
    ///
    /// - Returns: the work done since this was last called.
    mutating func update(_ index: Int, runs: Bool, at now: Instant) -> TimeSpan {
        var work = TimeSpan.zero
        if let since = jobs[index].runningSince, now > since {
            work = min(now - since, jobs[index].left ?? .max)
            if let left = jobs[index].left { jobs[index].left = left - work }
        }
        jobs[index].runningSince = runs ? now : nil
        return work
    }

    /// Takes away the jobs that `isOver` says.
    mutating func remove(where isOver: (Job) -> Bool) -> [Job] {
        let over = jobs.filter(isOver)
        if !over.isEmpty { jobs.removeAll(where: isOver) }
        return over
    }
}
