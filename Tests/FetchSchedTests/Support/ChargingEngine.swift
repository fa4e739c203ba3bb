import FetchSched

/// An engine with one app, on Wi-Fi and a charger since Monday, with nothing left to do.
func chargingEngine(
    _ interval: FetchInterval, _ configuration: FetchConfiguration = FetchConfiguration()
) -> (FetchEngine, AppID) {
    var engine = FetchEngine(unchecked: configuration, seed: 1)
    let app = engine.register(interval, at: .monday)
    engine.tell(.network(.wifi), at: .monday)
    engine.tell(.power(.charging), at: .monday)
    _ = engine.actions(at: .monday)
    return (engine, app)
}
