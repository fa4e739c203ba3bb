import Testing

@testable import FetchSched

@Suite struct ScorecardTests {
    private func trust(afterEach probability: Float, kept: [Bool]) -> Double {
        var card = Scorecard(FetchConfiguration())
        var app = AppScore()
        for isFulfilled in kept {
            app.open = probability
            if isFulfilled {
                #expect(card.book(launchOf: 0, &app, fresh: 1) == 1)
            } else {
                card.breakPromise(&app)
            }
            #expect(app.open == 0)
        }
        return card.trust(in: app, shared: card.sharedTrust)
    }

    @Test func trustFollowsWhatCameOfIt() {
        #expect(trust(afterEach: 0.5, kept: []) == 1)
        #expect(trust(afterEach: 0.5, kept: Array(repeating: false, count: 100)) < 0.25)
        #expect(trust(afterEach: 0.01, kept: Array(repeating: true, count: 100)) == 2)
        let half = trust(afterEach: 0.5, kept: (0..<200).map { $0 % 2 == 0 })
        #expect(abs(half - 1) < 0.05, "\(half)")
        // A few broken ones of small probabilities say little.
        #expect(trust(afterEach: 0.01, kept: Array(repeating: false, count: 20)) > 0.9)
        // What was long ago is forgotten.
        let turned = Array(repeating: false, count: 300) + (0..<600).map { $0 % 2 == 0 }
        #expect(trust(afterEach: 0.5, kept: turned) > 0.85)
    }

    /// An app of which nothing is known is trusted as the others are.
    @Test func othersAreTheMeasureAtFirst() {
        var card = Scorecard(FetchConfiguration())
        var bad = AppScore()
        for _ in 0..<100 {
            bad.open = 0.5
            card.breakPromise(&bad)
        }
        #expect(card.trust(in: AppScore(), shared: card.sharedTrust) == card.sharedTrust)
        #expect(card.sharedTrust < 0.5 && card.trust(in: bad, shared: card.sharedTrust) < card.sharedTrust)
    }

    /// A launch is booked by the forecast, and corrected once the host says what it found.
    @Test func whatIsBookedIsCorrected() {
        var card = Scorecard(FetchConfiguration())
        var app = AppScore()
        app.open = 0.4
        #expect(card.book(launchOf: 3, &app, fresh: 0.75) == 0.75)
        #expect(card.confirm(launchOf: 2, &app, fresh: true) == nil)
        #expect(card.confirm(launchOf: 3, &app, fresh: true) == 0.25)
        #expect(app.promises.fulfilled == 1 && abs(app.promises.made - 0.4) < 1e-6)
        #expect(card.confirm(launchOf: 3, &app, fresh: true) == nil)
        // No promise, nothing to keep.
        #expect(card.book(launchOf: 3, &app, fresh: 1) == nil)
        app.open = 0.4
        _ = card.book(launchOf: 3, &app, fresh: 0.75)
        #expect(card.confirm(launchOf: 3, &app, fresh: false) == -0.75)
    }
}
