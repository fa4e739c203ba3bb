import CountedMalloc
import FetchSched
import Foundation

// How one poller fares with a thousand, ten thousand, a hundred thousand and a million sources on a network that is
// always on, all of them in use: each is opened about once a day and changes about three times, at rates that differ by
// e^1.2 and e^1.3. Two days pass before anything is measured, and one is.
//
//     fleet                all four sizes
//     fleet 1000           that one
//     fleet 1000 30        for 30 days, of which the last is measured

struct Source {
    var opened: Double
    var changed: Double
    var lastChange = 0.0
    var nextChange: Double
    var copied = 0.0
}

nonisolated(unsafe) var random = SplitMix64(seed: 7)
func exponential(_ rate: Double) -> Double { -log(1 - random.nextUnit()) / rate }
func normal() -> Double { (-2 * log(1 - random.nextUnit())).squareRoot() * cos(2 * .pi * random.nextUnit()) }

/// Whether the source changed since it was copied; it is copied now.
func copy(_ source: inout Source, at now: Double) -> Bool {
    while source.nextChange <= now {
        source.lastChange = source.nextChange
        source.nextChange += exponential(source.changed)
    }
    defer { source.copied = now }
    return source.lastChange > source.copied
}

func answer(_ isNew: Bool) -> SourceAnswer {
    var answer = SourceAnswer(isNew ? .newData : .noData)
    answer.bytes = 1000
    return answer
}

func residentBytes() -> Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return .nan }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
}

func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
func number(_ value: Double, _ digits: Int = 0) -> String { String(format: "%.\(digits)f", value) }

let days = CommandLine.arguments.count > 2 ? max(1, Double(CommandLine.arguments[2]) ?? 3) : 3

print("   sources  opening  request  allocations  bytes per  snapshot  restored  requests   found")
print("                us       us    a request     source         s         s     a day       %")
for count in CommandLine.arguments.count > 1
    ? [Int(CommandLine.arguments[1]) ?? 1000] : [1_000, 10_000, 100_000, 1_000_000]
{
    var sources = (0..<count).map { _ in
        let changed = exp(log(3.0 / 86_400) + 1.3 * normal())
        return Source(
            opened: exp(log(1.0 / 86_400) - 0.72 + 1.2 * normal()), changed: changed,
            nextChange: exponential(changed))
    }
    let before = residentBytes()
    var configuration = FetchConfiguration.unmetered
    configuration.power.runJoules = 1
    var poller = try Poller(configuration: configuration, seed: 1)
    let numbers = sources.map { _ in poller.add(at: .epoch) }
    // All are up to date, so that none waits for its first turn, of which there is one a second.
    for number in numbers { try poller.recordAnswer(SourceAnswer(.noData), from: number, at: .epoch) }
    // The next opening: a draw by rate, all together being one process.
    var sums: [Double] = []
    var sum = 0.0
    for source in sources {
        sum += source.opened
        sums.append(sum)
    }
    func draw() -> Int {
        let place = random.nextUnit() * sum
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
    var now = 0.0
    var nextOpening = exponential(sum)
    var timer = poller.nextDeadline(after: .epoch)
    // Processor time, openings and requests while it is measured.
    var (openings, requests, found) = (0, 0, 0)
    var (opening, request) = (Duration.zero, Duration.zero)
    var allocated: Int64 = 0
    let clock = ContinuousClock()
    while now < days * 86_400 {
        let isMeasured = now > (days - 1) * 86_400
        if let time = timer, time.seconds <= nextOpening {
            now = time.seconds
            let before = counted_malloc_calls()
            let begin = clock.now
            var told = Duration.zero
            while let number = poller.startNextRequest(at: time) {
                let pause = clock.now
                let isNew = copy(&sources[number.index], at: now)
                if isMeasured { (requests, found) = (requests + 1, found + (isNew ? 1 : 0)) }
                told += clock.now - pause
                try poller.recordAnswer(answer(isNew), from: number, at: time)
            }
            timer = poller.nextDeadline(after: time)
            if isMeasured {
                request += clock.now - begin - told
                allocated += counted_malloc_calls() - before
            }
        } else {
            now = nextOpening
            nextOpening += exponential(sum)
            let place = draw()
            let isNew = copy(&sources[place], at: now)
            let moment = FetchTime(seconds: now)
            let begin = clock.now
            try poller.noteRead(of: numbers[place], at: moment)
            try poller.recordAnswer(answer(isNew), from: numbers[place], at: moment)
            timer = poller.nextDeadline(after: moment)
            if isMeasured { (opening, openings) = (opening + (clock.now - begin), openings + 1) }
        }
    }
    let bytes = (residentBytes() - before) / Double(count)
    let written = clock.now
    let snapshot = poller.snapshot()
    let read = clock.now
    let restored = try Poller(restoring: snapshot, configuration: configuration)
    let end = clock.now
    precondition(restored.sourceCount == count)
    print(
        pad("\(count)", 10) + pad(number(opening / .microseconds(1) / Double(openings), 2), 9)
            + pad(number(request / .microseconds(1) / Double(max(1, requests)), 2), 9)
            + pad(
                counted_malloc_calls() > 0 ? number(Double(allocated) / Double(max(1, requests)), 4) : "-", 13
            )
            + pad(number(bytes), 11)
            + pad(number((read - written) / .seconds(1), 2), 10)
            + pad(number((end - read) / .seconds(1), 2), 10)
            + pad("\(requests)", 10) + pad(number(100 * Double(found) / Double(max(1, requests)), 1), 8))
}
