/// What is known of the apps' sources.
extension Scheduler {
    /// What is believed of the source of `app`: of one that nobody has looked at, what the others suggest.
    func content(of app: Int) -> ContentBelief {
        let belief = apps[app].content
        return belief.looks > 0 ? belief : ContentBelief(prior: contentPrior.rate)
    }

    /// The chance that the source of `app` has something new at `moment`.
    ///
    /// - Complexity: O(1).
    func somethingNew(_ app: Int, at moment: Instant) -> Double {
        content(of: app).probabilityNew(
            after: contentHours.passed(from: apps[app].lastSync, to: moment, clock: conditions.clock),
            configuration.content)
    }

    /// Learns what a look at the source of `app` found that was current at `moment`.
    mutating func learnContent(_ foundNew: Bool, of app: Int, at moment: Instant) {
        let begin = apps[app].lastSync
        var belief = content(of: app)
        let before = belief.looks > 0 ? belief.rate : nil
        let gap = contentHours.passed(from: begin, to: moment, clock: conditions.clock)
        if belief.active > 0.5 {
            contentHours.learn(
                foundNew: foundNew, rate: belief.rate.mean, from: begin, to: moment, clock: conditions.clock,
                configuration.content)
        }
        belief.learn(foundNew: foundNew, after: gap, configuration.content)
        contentPrior.update(from: before, to: belief.rate)
        apps[app].content = belief
    }
}
