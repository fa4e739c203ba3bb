import FetchTrace

/// Launches that follow notifications: some people open what has just rung.
struct OpenProcess: Sendable {
    /// The time within which a share of the notifications is followed by a launch of their app, in seconds.
    private static let windows = [60.0, 300, 1800]
    /// Pause that a launch keeps before and after it, and its shortest and median length, in seconds.
    private static let pause = 5.0
    private static let shortest = 4.0
    private static let median = 25.0

    /// The shares within each of the windows, growing.
    let shares: [Double]
    var sampler: Sampler

    /// The launches with those that follow `alerts`; both, and the result, are in order of time.
    mutating func launches(
        _ own: [LaunchProcess.Launch], after alerts: [Draft]
    ) -> [LaunchProcess.Launch] {
        var wanted: [(time: Double, app: Int, length: Double)] = []
        var next: [Int: Double] = [:]
        for alert in alerts {
            guard let app = alert.app else { continue }
            let draw = sampler.unit()
            let place = sampler.unit()
            let length = max(Self.shortest, sampler.logNormal(median: Self.median, sigma: 1))
            // The launch that is to come is that for this one, too.
            guard next[app] ?? 0 <= alert.time, let window = shares.firstIndex(where: { draw < $0 }) else {
                continue
            }
            let least = window > 0 ? Self.windows[window - 1] : Self.shortest
            let time = alert.time + least + place * (Self.windows[window] - least)
            next[app] = time
            wanted.append((time, app, length))
        }
        wanted.sort { $0.time < $1.time }
        var result: [LaunchProcess.Launch] = []
        var free = 0.0
        var index = 0
        for launch in own + [LaunchProcess.Launch(time: .infinity, duration: 0, app: 0)] {
            while index < wanted.count, wanted[index].time < launch.time {
                let start = max(wanted[index].time, free + Self.pause)
                let length = min(wanted[index].length, launch.time - Self.pause - start)
                if length >= Self.shortest {
                    result.append(
                        LaunchProcess.Launch(time: start, duration: length, app: wanted[index].app))
                    free = start + length
                }
                index += 1
            }
            guard launch.time < .infinity else { break }
            result.append(launch)
            free = max(free, launch.time + launch.duration)
        }
        return result
    }
}
