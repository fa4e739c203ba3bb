@testable import FetchSched

/// What tests of transfers have in common.
protocol TransferScene {}

extension TransferScene {
    var now: Instant { .monday }
    var app: AppID { AppID(0) }

    func service(_ limits: TransferLimits = TransferLimits()) -> TransferService {
        var service = TransferService(limits: limits)
        service.grow(to: 3)
        return service
    }

    func request(
        _ bytes: Int64 = 1_000_000, _ priority: TransferPriority = .normal, discretionary: Bool = false,
        session: Int = 0, wakes: Bool = true
    ) -> TransferRequest {
        var request = TransferRequest(app, bytes: bytes)
        request.priority = priority
        request.discretionary = discretionary
        request.session = session
        request.wakesApp = wakes
        return request
    }

    func actions(
        _ service: inout TransferService, _ conditions: Conditions = .good, awake: Bool = false,
        at now: Instant
    ) -> [TransferAction] {
        var actions: [TransferAction] = []
        while let action = service.nextAction(conditions, radioIsAwake: awake, at: now) {
            actions.append(action)
        }
        return actions
    }

    /// The first transfer that is started.
    func started(_ actions: [TransferAction]) -> TransferID? {
        for case .start(let id, _) in actions { return id }
        return nil
    }
}

extension Conditions {
    /// Wi-Fi and a charger.
    static var good: Conditions {
        var conditions = Conditions()
        conditions.network = .wifi
        conditions.power = .charging
        return conditions
    }
}
