import FetchSched
import FetchTrace

/// Signs that a log's rows are no launches. None of them is certain, so nothing is left out for them.
enum Oddities {
    /// A sentence for each name or device that looks odd.
    ///
    /// - Complexity: O(*n* log *n*).
    static func found(in devices: [LaunchLog.Device]) -> [String] {
        overlaps(devices) + devices.flatMap(names)
    }

    private static func names(_ device: LaunchLog.Device) -> [String] {
        let all = device.launches.count
        let days = (device.last - device.first).seconds / 86_400
        var counts = [Int](repeating: 0, count: (device.places.max() ?? -1) + 1)
        for place in device.places { counts[place] += 1 }
        // A few rows say nothing.
        let isMany = counts.map { $0 >= 20 && all > $0 }
        let some = zip(device.launches, device.places).filter { isMany[$1] }.map(\.0)
        let many = Dictionary(grouping: some, by: \.app)
        return many.sorted { (-$0.value.count, $0.key) < (-$1.value.count, $1.key) }.compactMap {
            app, launches in
            let spans = launches.compactMap { $0.duration?.seconds }.sorted()
            guard spans.count == launches.count, let longest = spans.last else { return nil }
            let looks: String
            if longest == 0, launches.count * 20 >= all {
                looks = "notifications, as none of them lasts"
            } else if spans.reduce(0, +) >= days * 86_400 / 2, Double(launches.count) >= 5 * days {
                looks = "a dark screen, as they last more than half of the time"
            } else if launches.count * 5 >= all, spans[spans.count / 2] <= 3 {
                looks = "a home screen, as most of them last 3 s or less"
            } else {
                return nil
            }
            return "\(launches.count) of \(all) launches are of \(quoted(app)), which looks like \(looks); "
                + "--exclude leaves it out"
        }
    }

    /// Uses that go on while others start.
    private static func overlaps(_ devices: [LaunchLog.Device]) -> [String] {
        var (odd, overlapping, all) = (0, 0, 0)
        for device in devices {
            let count = zip(device.launches, device.launches.dropFirst()).count { $0.end > $1.start }
            guard count >= 20, count * 2 > device.launches.count else { continue }
            odd += 1
            overlapping += count
            all += device.launches.count
        }
        guard odd > 0 else { return [] }
        let place = devices.count > 1 ? " on \(odd) of \(devices.count) devices" : ""
        return [
            "\(overlapping) of \(all) launches\(place) last beyond the next one's start; is the duration's unit right? "
                + "Without durations, each row is a launch"
        ]
    }
}
