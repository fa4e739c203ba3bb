import FetchSim
import FetchTrace
import FetchCommandLine

/// `bench` of a file in which each device's lines come together: it holds the devices at work, not the trace.
extension BenchCommand {
    /// The file is not the one that was looked through.
    private struct FileChanged: Error {}

    /// Runs `bench` over the devices of the file at `path`, read one after the other.
    ///
    /// A first look through the file finds what is wrong with it before anything is replayed, and how much there is
    /// to do.
    ///
    /// - Returns: nil if the trace must be read as a whole: it is not an ordinary file, or a device comes back.
    func streamed(
        _ bench: Bench, _ path: String, label: String = "bench"
    ) async throws -> [BenchReport]? {
        guard FileSource.canReadAgain(path) else { return nil }
        let (options, sort) = (reading.options, reading.sort)
        let outline = try TraceOutline(of: TraceReader(path: path, options: options))
        guard outline.isDeviceByDevice else { return nil }
        // Once is enough.
        if label == "bench" {
            TraceNotes.say(outline.mentions, path)
            ReadingOptions.warn(of: outline.longUses, in: path)
        }

        let work = bench.replaysPerDevice * outline.events
        let progress = Progress(label, total: work, unit: "events", isQuiet: runOptions.quiet)
        defer { progress.end() }
        var reader = DeviceTraceReader(try TraceReader(path: path, options: options), sort: sort)
        do {
            return try await bench.run(jobs: runOptions.workers, progress: { progress.advance($0) }) {
                switch try reader.next() {
                case .device(let trace): return trace
                case .scattered: throw FileChanged()
                case .end: return nil
                }
            }
        } catch is FileChanged {
            return nil
        }
    }
}
