import FetchSched
import FetchTrace

/// Updates of public sources (feeds, pages), as a CSV file with the columns `source` and `time`, and maybe
/// `bytes`, has them.
package struct RecordedUpdates: Sendable {
    package struct Update: Hashable, Sendable {
        package var time: FetchTime
        /// Bytes of a fetch of the update; -1 if the file has no figure.
        package var bytes: Int64
    }

    package struct Source: Sendable {
        package let name: String
        /// In order of time.
        package fileprivate(set) var updates: [Update] = []
    }

    /// The file's name, without its folders.
    package let name: String
    /// The sources, in the order of their first line.
    package private(set) var sources: [Source] = []

    /// Reads the file; times are those of trace format 1.
    ///
    /// - Throws: ``FetchTrace/TraceError`` of kind `data`.
    package init(_ file: InputText) throws(TraceError) {
        name = file.name.split(separator: "/").last.map(String.init) ?? file.name
        var table = try TableReader(file)
        let source = try table.column("source")
        let time = try table.column("time")
        let bytes = table.optionalColumn("bytes")
        var numbers: [String: Int] = [:]
        while try table.next() {
            let instant: FetchTime
            do { instant = try FetchTime(traceText: table[time]) } catch {
                throw table.problem(time, found: "time \(error.found)", expected: error.expected)
            }
            var size: Int64 = -1
            if let bytes, !table[bytes].isEmpty {
                guard let known = parseBytes(Array(table[bytes].utf8).span) else {
                    throw table.problem(
                        bytes, found: "bytes \(quoted(table[bytes]))", expected: "a whole number of bytes")
                }
                size = known
            }
            let name = table[source]
            guard !name.isEmpty else {
                throw table.problem(source, found: "no source", expected: "a name")
            }
            let number = numbers[name] ?? sources.count
            if number == sources.count {
                numbers[name] = number
                sources.append(Source(name: name))
            }
            sources[number].updates.append(Update(time: instant, bytes: size))
        }
        guard !sources.isEmpty else { throw table.noRows() }
        for index in sources.indices { sources[index].updates.sort { $0.time < $1.time } }
    }

    /// By how much all updates must move so that they go on while the apps are used.
    ///
    /// Nothing if the file and the use have some time in common. Else whole weeks, so that weekday and hour stay:
    /// as many as bring the first update to the start of the use or at most a week before.
    func shift(toCover first: FetchTime, to last: FetchTime) -> TimeSpan {
        let starts = sources.compactMap { $0.updates.first?.time }
        let ends = sources.compactMap { $0.updates.last?.time }
        guard let start = starts.min(), let end = ends.max() else { return .zero }
        if start <= last && end >= first { return .zero }
        let week: Int64 = 7 * 86_400_000
        let distance = (first - start).milliseconds
        let weeks = distance >= 0 ? distance / week : -((-distance + week - 1) / week)
        return TimeSpan(milliseconds: weeks * week)
    }
}
