import FetchSched

/// What one generated device is made of: its apps, their origins, and how its user chooses among them.
struct DeviceModel: Sendable {
    /// One installed app.
    struct App: Sendable {
        /// The origin's mean changes per day; 0 if there is nothing to fetch.
        var changesPerDay = 0.0
        /// Whether it is one of the origins that rarely change.
        var isSlow = false
        /// When the origin is active.
        var rhythm = DayRhythm(floor: 1, peaks: [])
        /// Median size of an update in bytes.
        var sizeMedian = 0.0
        /// The app's interval.
        var interval = EventValue.word(DeviceModel.neverWord)
    }

    /// Position of `minimum` among the words of an `interval` event.
    static let minimumWord: UInt8 = 0
    /// Position of `never` among them.
    static let neverWord: UInt8 = 1

    /// The installed apps, by number.
    let apps: [App]
    /// Seconds east of UTC.
    let zone: Int
    /// Sessions per day of this user.
    let sessionsPerDay: Double
    /// The user's choice of apps, first and, if the preset changes it half-way, second.
    let favourites: [Favourites]

    /// Draws the device that belongs to the sampler's state.
    init(preset: GeneratorPreset, sampler: inout Sampler) {
        let count = Swift.max(1, sampler.integer(preset.apps.installed))
        zone = preset.zones.isEmpty ? 0 : preset.zones[sampler.integer(0...(preset.zones.count - 1))]
        sessionsPerDay = sampler.logNormal(
            median: preset.usage.sessionsPerDay, sigma: preset.usage.userSpread)
        let usedShare = sampler.uniform(preset.apps.usedShare)
        let used = Swift.min(count, Swift.max(3, Int((Double(count) * Swift.min(1, usedShare)).rounded())))

        var order = sampler.shuffled(Array(0..<count))
        var favourites = [
            Favourites(
                apps: Array(order.prefix(used)), habits: preset.schedule.habits, parameters: preset.apps,
                sampler: &sampler)
        ]
        if let change = preset.change, change.changesFavourites {
            order = sampler.shuffled(order)
            favourites.append(
                Favourites(
                    apps: Array(order.prefix(used)), habits: change.schedule.habits, parameters: preset.apps,
                    sampler: &sampler))
        }
        self.favourites = favourites
        apps = DeviceModel.drawApps(count: count, preset: preset, sampler: &sampler)
    }

    private static func drawApps(count: Int, preset: GeneratorPreset, sampler: inout Sampler) -> [App] {
        var apps = [App](repeating: App(), count: count)
        for index in apps.indices {
            guard let app = drawContent(preset.content, sampler: &sampler) else { continue }
            apps[index] = app
            apps[index].interval = interval(of: preset.apps, sampler: &sampler)
        }
        limitChanges(of: &apps, content: preset.content)
        return apps
    }

    /// What one app's origin is like; nil if the app has no content.
    static func drawContent(_ content: SourceParameters, sampler: inout Sampler) -> App? {
        guard sampler.chance(content.onlineShare) else { return nil }
        var app = App()
        app.isSlow = sampler.chance(content.slowShare)
        let median = app.isSlow ? content.slowMedian : content.fastMedian
        let rate = sampler.logNormal(median: median, sigma: content.rateSigma)
        app.changesPerDay = Swift.min(content.rateMaximum, rate)
        app.rhythm = originRhythm(sampler: &sampler)
        app.sizeMedian = sampler.logNormal(median: content.sizeMedian, sigma: content.sizeSpreadBetween)
        return app
    }

    /// Slows the fast origins of a device down if all together change too often.
    static func limitChanges(of apps: inout [App], content: SourceParameters) {
        var slowTotal = 0.0
        var fastTotal = 0.0
        for app in apps {
            if app.isSlow { slowTotal += app.changesPerDay } else { fastTotal += app.changesPerDay }
        }
        let allowed = Swift.max(0, content.updatesPerDay - slowTotal)
        if fastTotal > allowed {
            for index in apps.indices where !apps[index].isSlow {
                apps[index].changesPerDay *= allowed / fastTotal
            }
        }
    }

    private static func interval(of apps: AppParameters, sampler: inout Sampler) -> EventValue {
        let draw = sampler.unit()
        if draw < apps.neverShare { return .word(neverWord) }
        if draw < apps.neverShare + apps.customShare, !apps.customIntervals.isEmpty {
            return .number(apps.customIntervals[sampler.integer(0...(apps.customIntervals.count - 1))])
        }
        return .word(minimumWord)
    }

    /// Most origins are awake in the day; one in eight has its people elsewhere in the world.
    ///
    /// Source: on 54 public pages the night from 0 to 6 h has about half of the mean rate, all pages together;
    /// single pages range from none at all to no difference.
    private static func originRhythm(sampler: inout Sampler) -> DayRhythm {
        let isElsewhere = sampler.chance(0.125)
        let centre = isElsewhere ? sampler.uniform(0...24) : 14 + 1.5 * sampler.normal()
        let width = sampler.uniform(2.5...4.5)
        let floor = sampler.uniform(0.02...0.5)
        return DayRhythm(floor: floor, peaks: [DayRhythm.Peak(hour: centre, width: width, height: 1)])
    }
}
