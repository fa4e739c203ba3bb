import FetchSched

/// The work of an app's background tasks: what the apps do with the time that they are given.
///
/// A task that says how much work it has ends itself when that is done, and in its expiry callback, with what is left
/// lost. One that does not say ends when the trace says so, or with its app.
///
/// Work goes on while its app runs. Whether it does changes with what happens to the app alone, so each change is told by
/// ``note(_:)``, and nothing else is looked at.
///
/// - Complexity: O(log jobs + jobs of the app) per change of an app; O(1) for the end that comes first.
struct TaskWork: Sendable {
    struct Job: Sendable {
        let id: BackgroundTaskID
        let app: Int
        /// The task's name in the trace.
        let label: Int32
        let started: FetchTime
        /// Work that was left when it last started to run; nil if unknown.
        var left: TimeSpan?
        /// Since when its app has been running; nil while it does not.
        var runningSince: FetchTime?

        /// When the work will be done; nil if not by itself.
        var end: FetchTime? {
            guard let left, let runningSince else { return nil }
            return runningSince + left
        }
    }

    /// An end that was expected when it was noted; not any more if the job has another now.
    private struct End: Comparable, Sendable {
        let moment: FetchTime
        let task: UInt64

        static func < (one: End, other: End) -> Bool {
            one.moment != other.moment ? one.moment < other.moment : one.task < other.task
        }
    }

    /// Only the work of jobs that started from then on counts.
    let scoredFrom: FetchTime
    /// Work done, of tasks that say how much they have.
    private(set) var done = TimeSpan.zero
    /// By task number; the numbers are in the order of start.
    private var jobs: [UInt64: Job] = [:]
    /// The tasks of each app that has any, in the order of start.
    private var ofApp: [Int: [UInt64]] = [:]
    private var ends = Heap<End>()
    /// The apps to which something happened since their tasks were last looked at.
    private var noted: [Int] = []

    init(scoredFrom: FetchTime) { self.scoredFrom = scoredFrom }

    var isEmpty: Bool { jobs.isEmpty }

    var nextEnd: FetchTime? { ends.first?.moment }

    /// Something happened to an app, after which it may run, or run no more.
    mutating func note(_ app: Int) {
        if ofApp[app] != nil, noted.last != app { noted.append(app) }
    }

    mutating func start(_ job: Job) {
        jobs[job.id.number] = job
        ofApp[job.app, default: []].append(job.id.number)
        note(job.app)
    }

    /// An app that was noted and has jobs; nil if there is none (any more).
    mutating func takeNoted() -> Int? { noted.popLast() }

    /// Lets an app's jobs go on if it runs now, and rest if it does not.
    mutating func update(_ app: Int, runs: Bool, at now: FetchTime) {
        for task in ofApp[app] ?? [] { update(task, runs: runs, at: now) }
        settleEnds()
    }

    /// Brings all jobs up to `now`, as they are.
    mutating func updateAll(at now: FetchTime) {
        for task in jobs.keys { update(task, runs: jobs[task]?.runningSince != nil, at: now) }
        settleEnds()
    }

    private mutating func update(_ task: UInt64, runs: Bool, at now: FetchTime) {
        guard var job = jobs[task], runs || job.runningSince != nil else { return }
        if let since = job.runningSince, now > since, let left = job.left {
            let work = min(now - since, left)
            job.left = left - work
            if job.started >= scoredFrom { done = done + work }
        }
        job.runningSince = runs ? now : nil
        jobs[task] = job
        if let end = job.end { ends.insert(End(moment: end, task: task)) }
    }

    /// Takes away the ends that are no longer expected, up to the first that is.
    private mutating func settleEnds() {
        while let first = ends.first, jobs[first.task]?.end != first.moment { ends.removeFirst() }
    }

    func job(of task: BackgroundTaskID) -> Job? { jobs[task.number] }

    /// The jobs of an app, in the order of start.
    func jobs(of app: Int) -> [Job] { (ofApp[app] ?? []).compactMap { jobs[$0] } }

    /// The first job whose work is done at `now`, to be removed; nil if there is none (any more).
    func firstDone(at now: FetchTime) -> Job? {
        guard let first = ends.first, first.moment <= now else { return nil }
        return jobs[first.task]
    }

    mutating func remove(_ job: Job) {
        jobs[job.id.number] = nil
        ofApp[job.app]?.removeAll { $0 == job.id.number }
        if ofApp[job.app]?.isEmpty ?? false { ofApp[job.app] = nil }
        settleEnds()
    }
}
