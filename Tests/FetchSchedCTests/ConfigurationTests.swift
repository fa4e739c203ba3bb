import CFetchSched
import FetchSched
import FetchSchedText
import FetchSchedC
import Testing

@Suite struct ConfigurationTests {
    /// A configuration of the C interface.
    private final class Config {
        private(set) var handle: OpaquePointer?

        init() { #expect(fetchsched_config_create(&handle) == FETCHSCHED_OK) }
        deinit { fetchsched_config_destroy(handle) }

        func set(_ name: String, _ value: Double) -> fetchsched_status {
            fetchsched_config_set(handle, name, value)
        }

        func get(_ name: String) -> Double? {
            var value = 0.0
            return fetchsched_config_get(handle, name, &value) == FETCHSCHED_OK ? value : nil
        }

        func read(_ text: String) -> (status: fetchsched_status, line: Int32, column: Int32) {
            var (line, column): (Int32, Int32) = (-1, -1)
            let status = fetchsched_config_read(handle, text, text.utf8.count, &line, &column)
            return (status, line, column)
        }
    }

    @Test func everyParameterIsSetByItsName() {
        let config = Config()
        for parameter in Parameter.tunable + Parameter.limits {
            #expect(config.get(parameter.name) == parameter.value(in: FetchConfiguration()))
            var (least, most) = (0.0, 0.0)
            #expect(fetchsched_config_range(parameter.name, &least, &most) == FETCHSCHED_OK)
            #expect(least...most == parameter.range)
            #expect(fetchsched_config_range(parameter.name, nil, nil) == FETCHSCHED_OK)
            #expect(config.set(parameter.name, parameter.range.upperBound) == FETCHSCHED_OK)
            var expected = FetchConfiguration()
            #expect(throws: Never.self) { try parameter.set(parameter.range.upperBound, in: &expected) }
            #expect(config.get(parameter.name) == parameter.value(in: expected))
            for bad in [parameter.range.lowerBound - 1, .nan, .infinity] {
                #expect(config.set(parameter.name, bad) == FETCHSCHED_ERROR_OUT_OF_RANGE)
            }
            #expect(config.get(parameter.name) == parameter.value(in: expected))
        }
    }

    @Test func soIsWhatIsWanted() {
        let config = Config()
        let defaults = ["valueJoules": 20, "fetchLimit": 30, "budget.joulesPerDay": Double.infinity]
        for (name, value) in defaults {
            #expect(config.get(name) == value)
            #expect(config.set(name, 0) == FETCHSCHED_OK)
            #expect(config.get(name) == 0)
            #expect(config.set(name, -1) == FETCHSCHED_ERROR_OUT_OF_RANGE)
            #expect(config.set(name, .nan) == FETCHSCHED_ERROR_OUT_OF_RANGE)
        }
        for name in ["", "valueJoule", "valueJoules ", "push.perHour.", "\u{0}"] {
            #expect(config.set(name, 1) == FETCHSCHED_ERROR_UNKNOWN_PARAMETER)
            #expect(fetchsched_config_range(name, nil, nil) == FETCHSCHED_ERROR_UNKNOWN_PARAMETER)
            #expect(config.get(name) == nil)
        }
        var value = 0.0
        #expect(fetchsched_config_set(config.handle, nil, 1) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_config_get(config.handle, "push.burst", nil) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_config_get(config.handle, nil, &value) == FETCHSCHED_ERROR_NULL)
    }

    @Test func aTextIsReadAsAWholeOrNotAtAll() {
        let config = Config()
        #expect(config.read("push.burst = 4\n# so\nplanStep = 600") == (status(FETCHSCHED_OK), 0, 0))
        #expect(config.get("push.burst") == 4 && config.get("planStep") == 600)
        let wrong: [(text: String, status: Int, line: Int32, column: Int32)] = [
            ("push.burst = 5\npush", FETCHSCHED_ERROR_SYNTAX, 2, 1),
            ("push.burst = 5\n push.burst = 6", FETCHSCHED_ERROR_SYNTAX, 2, 2),
            ("push.burst = five", FETCHSCHED_ERROR_SYNTAX, 1, 14),
            ("push.burst = 5\n\nno = 1", FETCHSCHED_ERROR_UNKNOWN_PARAMETER, 3, 1),
            ("push.burst = 101", FETCHSCHED_ERROR_OUT_OF_RANGE, 1, 14),
        ]
        for (text, number, line, column) in wrong {
            #expect(config.read(text) == (status(number), line, column), "\(text)")
            #expect(config.get("push.burst") == 4)
        }
        #expect(fetchsched_config_read(config.handle, "?", 1, nil, nil) == FETCHSCHED_ERROR_SYNTAX)
        #expect(fetchsched_config_read(config.handle, nil, 1, nil, nil) == FETCHSCHED_ERROR_NULL)
        #expect(fetchsched_config_read(config.handle, nil, 0, nil, nil) == FETCHSCHED_OK)
        #expect(fetchsched_config_read(config.handle, "", -1, nil, nil) == FETCHSCHED_ERROR_INVALID_VALUE)
    }

    @Test func theRadioIsTheHosts() {
        let config = Config()
        var radio = fetchsched_radio()
        (radio.base_w, radio.bytes_per_s, radio.promotion_j, radio.promotion_s) = (1, 1e6, 2, 0.5)
        (radio.j_per_byte, radio.up_j_per_byte) = (4e-7, 3e-6)
        radio.stage_count = 8
        radio.tail.7 = fetchsched_tail_stage(duration_s: 4, power_w: 1, promotion_s: 0.1, promotion_j: 0.2)
        #expect(fetchsched_config_set_radio(config.handle, &radio) == FETCHSCHED_OK)

        let wrong: [(inout fetchsched_radio) -> Void] = [
            { $0.stage_count = 9 }, { $0.reserved = 7 }, { $0.stage_count = .max }, { $0.bytes_per_s = 0 },
            { $0.bytes_per_s = .nan },
            { $0.bytes_per_s = .infinity }, { $0.base_w = -1 }, { $0.j_per_byte = .nan },
            { $0.up_j_per_byte = -1 }, { $0.promotion_j = .nan },
            { $0.promotion_s = .infinity }, { $0.request_s = -.infinity }, { $0.tail.7.power_w = .nan },
            { $0.tail.0.duration_s = -1 }, { $0.tail.7.promotion_s = .nan }, { $0.tail.7.promotion_j = -1 },
        ]
        for (number, change) in wrong.enumerated() {
            var bad = radio
            change(&bad)
            let status = fetchsched_config_set_radio(config.handle, &bad)
            #expect(status == FETCHSCHED_ERROR_INVALID_VALUE, "change \(number)")
        }
        // A stage beyond the count is not read.
        radio.stage_count = 7
        radio.tail.7.power_w = .nan
        #expect(fetchsched_config_set_radio(config.handle, &radio) == FETCHSCHED_OK)
        #expect(fetchsched_config_set_radio(config.handle, nil) == FETCHSCHED_ERROR_NULL)
    }

    @Test func theRestOfTheBillIsTheHosts() throws {
        let config = Config()
        var power = fetchsched_power(
            run_j: 7, cold_start_j: 3, handling_j_per_mb: 2, request_down_bytes: 1e6,
            request_up_bytes: 2e6, awake_w: 0.5, alive_processes: 0, reserved: 0)
        func cost() throws -> Double {
            #expect(fetchsched_config_set_power(config.handle, &power) == FETCHSCHED_OK)
            let host = Host(config.handle)
            let app = host.register()
            var explanation = fetchsched_explanation()
            #expect(fetchsched_explain(host.handle, app, monday, &explanation) == FETCHSCHED_OK)
            return explanation.cost_j
        }
        func swift() throws -> Double {
            var configuration = FetchConfiguration()
            configuration.power = PowerCosts(
                runJoules: power.run_j, coldStartJoules: power.cold_start_j,
                handlingJoulesPerMB: power.handling_j_per_mb, requestDownBytes: power.request_down_bytes,
                requestUpBytes: power.request_up_bytes, awakeWatts: power.awake_w,
                aliveProcesses: power.alive_processes == FETCHSCHED_ALL_PROCESSES
                    ? nil : Int(power.alive_processes))
            var engine = FetchEngine(unchecked: configuration)
            let moment = FetchTime(milliseconds: monday)
            let app = engine.register(.minimum, at: moment)
            return try engine.explain(app, at: moment).value.cost
        }
        // Each number is read, and no other one in its place.
        let changes: [(inout fetchsched_power) -> Void] = [
            { _ in }, { $0.run_j = 8 }, { $0.cold_start_j = 5 }, { $0.handling_j_per_mb = 5 },
            { $0.request_down_bytes = 0 }, { $0.request_up_bytes = 0 }, { $0.awake_w = 4 },
            { $0.alive_processes = FETCHSCHED_ALL_PROCESSES }, { $0.alive_processes = 3 },
        ]
        var last = 0.0
        for (number, change) in changes.enumerated() {
            change(&power)
            let (found, expected) = (try cost(), try swift())
            #expect(found == expected, "change \(number)")
            // How many processes there are says nothing of an app that never ran; nor does handling of nothing new.
            let says = number < 7 && number != 3
            #expect(!says || found != last, "change \(number)")
            last = found
        }

        let wrong: [(inout fetchsched_power) -> Void] = [
            { $0.run_j = -1 }, { $0.run_j = .nan }, { $0.cold_start_j = .infinity },
            { $0.handling_j_per_mb = -.infinity }, { $0.request_down_bytes = .nan },
            { $0.request_up_bytes = -1 }, { $0.awake_w = .infinity }, { $0.reserved = 1 },
        ]
        for (number, change) in wrong.enumerated() {
            var bad = power
            change(&bad)
            let status = fetchsched_config_set_power(config.handle, &bad)
            #expect(status == FETCHSCHED_ERROR_INVALID_VALUE, "change \(number)")
        }
        #expect(fetchsched_config_set_power(config.handle, nil) == FETCHSCHED_ERROR_NULL)
    }

    /// The engine reads the configuration when it is made; what becomes of the handle later is nothing to it.
    @Test func anEngineKeepsItsConfiguration() {
        let config = Config()
        #expect(config.set("valueJoules", 0) == FETCHSCHED_OK)
        let host = Host(config.handle)
        #expect(config.set("valueJoules", 500) == FETCHSCHED_OK)
        var figures = fetchsched_statistics()
        #expect(fetchsched_get_statistics(host.handle, monday, &figures) == FETCHSCHED_OK)
        #expect(figures.value_j == 0)
    }
}
