import FetchSched
import FetchSim

extension TryWorld {
    /// A local day of the last replay, as numbers for the page: four lists, each after its length. Times are seconds since the
    /// day's midnight.
    ///
    /// 1. launches: time, app, seconds of use, for how many seconds the content had been out of date (0: it was fresh);
    /// 2. fetches: time, app, outcome (0 something new, 1 nothing new, 2 failed), whether it woke the radio;
    /// 3. when the radio was on without any background fetch: from, to;
    /// 4. when it was on for background fetches alone: from, to.
    ///
    /// Empty for a day that the trace does not have.
    package func day(_ number: Int) -> [Double] {
        guard days.days.indices.contains(number) else { return [] }
        let time = days.days[number].time
        let (all, own) = (timeline.part(in: time), own.part(in: time))
        func clock(_ instant: FetchTime) -> Double { (instant - time.lowerBound).seconds }
        let shift = (timeline.span.lowerBound - time.lowerBound).seconds
        func spans(_ list: [ClosedRange<Double>]) -> [[Double]] {
            list.map { [$0.lowerBound + shift, $0.upperBound + shift] }
        }
        let launches = all.launches.map { launch in
            [
                clock(launch.time), Double(launch.app), (launch.end - launch.time).seconds,
                launch.staleSince.map { max((launch.time - $0).seconds, 0.001) } ?? 0,
            ]
        }
        let fetches = all.fetches.map { fetch in
            let outcome: Double = fetch.outcome == .newData ? 0 : fetch.outcome == .noData ? 1 : 2
            return [clock(fetch.start), Double(fetch.app), outcome, fetch.wokeRadio ? 1 : 0]
        }
        var numbers: [Double] = []
        for list in [launches, fetches, spans(own.radio.on), spans(all.radio.on(beyond: own.radio))] {
            numbers.append(Double(list.count))
            for item in list { numbers += item }
        }
        return numbers
    }
}
