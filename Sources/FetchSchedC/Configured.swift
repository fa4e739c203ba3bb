import CFetchSched
import FetchSched

/// The configuration that the handle stands for; the default one without a handle.
func configuration(_ handle: OpaquePointer?) throws(Failure) -> Configuration {
    guard unsafe handle != nil else { return Configuration() }
    var result = Configuration()
    try unsafe with(handle, .config) { (configuration: inout Configuration) throws(Failure) in
        result = configuration
    }
    return result
}

private func withConfiguration(
    _ handle: OpaquePointer?, _ body: (inout Configuration) throws(Failure) -> Void
) -> fetchsched_status {
    status { () throws(Failure) in try unsafe with(handle, .config, body) }
}

/// Makes the default configuration.
@c @implementation
public func fetchsched_config_create(_ config: UnsafeMutablePointer<OpaquePointer?>?) -> fetchsched_status {
    status { () throws(Failure) in
        let answer = try unsafe Answer(config)
        unsafe answer.write(try made(Configuration(), .config))
    }
}

/// Frees the configuration.
@c @implementation
public func fetchsched_config_destroy(_ config: OpaquePointer?) {
    unsafe destroy(config, .config, Configuration.self)
}

/// A number that says what is wanted: no ``Parameter``, but set by name as well.
private struct Aim {
    let name: StaticString
    let range: ClosedRange<Double>
    let get: (Configuration) -> Double
    let set: (inout Configuration, Double) -> Void

    /// The aim of that name; one line each.
    static func named(_ name: String) -> Aim? {
        let all = [
            Aim("valueJoules", 0...1e12, { $0.valueJoules }, { $0.valueJoules = $1 }),
            Aim("fetchLimit", 0...86_400, { $0.fetchLimit.seconds }, { $0.fetchLimit = .seconds($1) }),
            Aim(
                "budget.joulesPerDay", 0...1e12, { $0.budget.joulesPerDay ?? .infinity },
                { $0.budget.joulesPerDay = $1 }),
            Aim(
                "budget.bytesPerDay", 0...1e18, { $0.budget.bytesPerDay ?? .infinity },
                { $0.budget.bytesPerDay = $1 }),
            Aim(
                "budget.requestsPerDay", 0...1e18, { $0.budget.requestsPerDay ?? .infinity },
                { $0.budget.requestsPerDay = $1 }),
        ]
        return all.first { aim in
            aim.name.withUTF8Buffer { unsafe $0.elementsEqual(name.utf8) }
        }
    }

    private init(
        _ name: StaticString, _ range: ClosedRange<Double>, _ get: @escaping (Configuration) -> Double,
        _ set: @escaping (inout Configuration, Double) -> Void
    ) {
        self.name = name
        self.range = range
        self.get = get
        self.set = set
    }
}

/// Sets the parameter of that name.
@c @implementation
public func fetchsched_config_set(
    _ config: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Double
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout Configuration) throws(Failure) in
        let name = try unsafe string(name)
        if let aim = Aim.named(name) {
            guard aim.range.contains(value) else { throw .outOfRange }
            aim.set(&configuration, value)
            return
        }
        guard let parameter = Parameter.named(name) else { throw .unknownParameter }
        do throws(ParameterError) { try parameter.set(value, in: &configuration) } catch { throw .outOfRange }
    }
}

/// The value of the parameter of that name.
@c @implementation
public func fetchsched_config_get(
    _ config: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout Configuration) throws(Failure) in
        let (name, answer) = try unsafe (string(name), Answer(value))
        if let aim = Aim.named(name) {
            answer.write(aim.get(configuration))
            return
        }
        guard let parameter = Parameter.named(name) else { throw .unknownParameter }
        answer.write(parameter.value(in: configuration))
    }
}

/// Sets what a parameter file says.
@c @implementation
public func fetchsched_config_read(
    _ config: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ line: UnsafeMutablePointer<Int32>?, _ column: UnsafeMutablePointer<Int32>?
) -> fetchsched_status {
    unsafe line?.pointee = 0
    unsafe column?.pointee = 0
    return unsafe withConfiguration(config) { (configuration: inout Configuration) throws(Failure) in
        let text = try unsafe given(text, length)
        do throws(ParameterFileError) {
            try unsafe ParameterFile.apply(text.lazy.map { UInt8(bitPattern: $0) }, to: &configuration)
        } catch {
            unsafe line?.pointee = narrow(error.line)
            unsafe column?.pointee = narrow(error.column)
            throw Failure(error.fault)
        }
    }
}

extension Failure {
    fileprivate init(_ fault: ParameterFileError.Fault) {
        switch fault {
        case .noEqualsSign, .repeated, .noNumber: self = .syntax
        case .unknownName: self = .unknownParameter
        case .outOfRange: self = .outOfRange
        }
    }
}

/// Sets what the radio costs.
@c @implementation
public func fetchsched_config_set_radio(
    _ config: OpaquePointer?, _ radio: UnsafePointer<fetchsched_radio>?
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout Configuration) throws(Failure) in
        configuration.radio = try unsafe RadioCosts(given(radio))
    }
}

/// Sets what a fetch costs beside the radio.
@c @implementation
public func fetchsched_config_set_power(
    _ config: OpaquePointer?, _ power: UnsafePointer<fetchsched_power>?
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout Configuration) throws(Failure) in
        configuration.power = try unsafe PowerCosts(given(power))
    }
}

/// A number of the host's that is finite and not negative.
private func number(_ value: Double) throws(Failure) -> Double {
    guard value >= 0, value < .infinity else { throw .invalidValue }
    return value
}

extension PowerCosts {
    fileprivate init(_ power: fetchsched_power) throws(Failure) {
        guard power.reserved == 0 else { throw .invalidValue }
        self = try PowerCosts(
            runJoules: number(power.run_j), coldStartJoules: number(power.cold_start_j),
            handlingJoulesPerMB: number(power.handling_j_per_mb),
            requestDownBytes: number(power.request_down_bytes),
            requestUpBytes: number(power.request_up_bytes),
            awakeWatts: number(power.awake_w),
            aliveProcesses: power.alive_processes == .max ? nil : Int(clamping: power.alive_processes))
    }
}

extension RadioCosts {
    fileprivate init(_ radio: fetchsched_radio) throws(Failure) {
        guard radio.stage_count <= FETCHSCHED_TAIL_STAGES, radio.bytes_per_s > 0, radio.reserved == 0 else {
            throw .invalidValue
        }
        // An array of C is a tuple here.
        let (t0, t1, t2, t3, t4, t5, t6, t7) = radio.tail
        var tail: [TailStage] = []
        for stage in [t0, t1, t2, t3, t4, t5, t6, t7].prefix(Int(radio.stage_count)) {
            let promotion = try Promotion(
                seconds: number(stage.promotion_s), joules: number(stage.promotion_j))
            try tail.append(
                TailStage(
                    seconds: number(stage.duration_s), watts: number(stage.power_w), promotion: promotion))
        }
        self = try RadioCosts(
            promotion: Promotion(seconds: number(radio.promotion_s), joules: number(radio.promotion_j)),
            tail: tail, baseWatts: number(radio.base_w), joulesPerByte: number(radio.j_per_byte),
            uploadJoulesPerByte: number(radio.up_j_per_byte), requestSeconds: number(radio.request_s),
            bytesPerSecond: number(radio.bytes_per_s))
    }
}
