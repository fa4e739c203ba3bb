/// The time of each device's last event, to see that times do not decrease.
struct DeviceTimes: Sendable {
    /// By device, in milliseconds.
    private var last: [Int64] = []

    /// Takes the next event of its device.
    ///
    /// - Throws: ``RecordProblem`` at `offset` if it is earlier than the one before; then nothing changes.
    @inline(__always)
    mutating func advance(_ event: TraceEvent, _ devices: NameTable, offset: Int) throws(RecordProblem) {
        let device = Int(event.device)
        while last.count <= device { last.append(.min) }
        let time = event.time.milliseconds
        guard time >= last[device] else { throw decreasing(time, device, devices, offset) }
        last[device] = time
    }

    private func decreasing(_ time: Int64, _ device: Int, _ devices: NameTable, _ offset: Int)
        -> RecordProblem
    {
        RecordProblem(
            offset: offset,
            found: "time \(secondsText(time)) after \(secondsText(last[device]))"
                + " on device \(quoted(devices.names[device]))",
            expected: "times that do not decrease on a device",
            advice: "use --sort to sort the trace by time")
    }
}
