import FetchSched
import FetchSchedText
import Testing

@testable import FetchSim

/// The radios of the engine are those of the simulator: the same figures, to the last bit.
@Test(arguments: RadioProfile.all) func theLibraryHasTheSimulatorsRadio(profile: RadioProfile) throws {
    let radio = try #require(RadioCosts.named(profile.name))
    #expect(radio == RadioCosts(profile, rules: SimulationRules()))
    #expect(RadioCosts.names.count == RadioProfile.all.count)
}
