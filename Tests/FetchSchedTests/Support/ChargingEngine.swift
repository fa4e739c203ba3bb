import FetchSched

/// An engine with one app, on Wi-Fi and a charger since Monday, with nothing left to do.
func chargingEngine(
    _ interval: FetchInterval, _ configuration: Configuration = Configuration()
) -> (BackgroundEngine<Scheduler>, AppID) {
    var engine = BackgroundEngine(configuration: configuration, seed: 1)
    let app = engine.register(interval, at: .monday)
    engine.observe(.network(.wifi), at: .monday)
    engine.observe(.power(.charging), at: .monday)
    while engine.nextAction(at: .monday) != nil {}
    return (engine, app)
}
