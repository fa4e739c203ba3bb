// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import CFetchSched
import FetchSched

// The library for C is compiled as one module.
#if canImport(FetchSchedText)
    import FetchSchedText
#endif

/// The configuration that the handle stands for; the default one without a handle.
func configuration(_ handle: OpaquePointer?) throws(Failure) -> FetchConfiguration {
    guard unsafe handle != nil else { return FetchConfiguration() }
    var result = FetchConfiguration()
    try unsafe with(handle, .config) { (configuration: inout FetchConfiguration) throws(Failure) in
        result = configuration
    }
    return result
}

private func withConfiguration(
    _ handle: OpaquePointer?, _ body: (inout FetchConfiguration) throws(Failure) -> Void
) -> fetchsched_status {
    status { () throws(Failure) in try unsafe with(handle, .config, body) }
}

@c @implementation
public func fetchsched_config_create(_ config: UnsafeMutablePointer<OpaquePointer?>?) -> fetchsched_status {
    status { () throws(Failure) in
        let answer = try unsafe Answer(config)
        unsafe answer.write(try made(FetchConfiguration(), .config))
    }
}

@c @implementation
public func fetchsched_config_destroy(_ config: OpaquePointer?) {
    unsafe destroy(config, .config, FetchConfiguration.self)
}

@c @implementation
public func fetchsched_config_set(
    _ config: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Double
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout FetchConfiguration) throws(Failure) in
        let name = try unsafe string(name)
        guard let parameter = Parameter.named(name) else { throw .unknownParameter }
        do throws(ParameterError) { try parameter.set(value, in: &configuration) } catch { throw .outOfRange }
    }
}

@c @implementation
public func fetchsched_config_get(
    _ config: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout FetchConfiguration) throws(Failure) in
        let (name, answer) = try unsafe (string(name), Answer(value))
        guard let parameter = Parameter.named(name) else { throw .unknownParameter }
        let isSet = configuration.budget.isSet(parameter.name)
        answer.write(isSet ? parameter.value(in: configuration) : .infinity)
    }
}

@c @implementation
public func fetchsched_config_range(
    _ name: UnsafePointer<CChar>?, _ least: UnsafeMutablePointer<Double>?,
    _ most: UnsafeMutablePointer<Double>?
) -> fetchsched_status {
    status { () throws(Failure) in
        guard let parameter = try unsafe Parameter.named(string(name)) else { throw .unknownParameter }
        unsafe least?.pointee = parameter.range.lowerBound
        unsafe most?.pointee = parameter.range.upperBound
    }
}

@c @implementation
public func fetchsched_config_read(
    _ config: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ length: Int,
    _ line: UnsafeMutablePointer<Int32>?, _ column: UnsafeMutablePointer<Int32>?
) -> fetchsched_status {
    unsafe line?.pointee = 0
    unsafe column?.pointee = 0
    return unsafe withConfiguration(config) { (configuration: inout FetchConfiguration) throws(Failure) in
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

extension FetchBudget {
    /// Whether the budget of that name is set; true for other names.
    fileprivate func isSet(_ name: String) -> Bool {
        // By their bytes, as comparing strings takes tables of Unicode that Embedded Swift does not link.
        func isNamed(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
        if isNamed("budget.joulesPerDay") { return joulesPerDay != nil }
        if isNamed("budget.bytesPerDay") { return bytesPerDay != nil }
        if isNamed("budget.requestsPerDay") { return requestsPerDay != nil }
        return true
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

@c @implementation
public func fetchsched_config_set_radio_named(
    _ config: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout FetchConfiguration) throws(Failure) in
        guard let radio = try unsafe RadioCosts.named(string(name)) else { throw .invalidValue }
        configuration.radio = radio
    }
}

@c @implementation
public func fetchsched_config_set_radio(
    _ config: OpaquePointer?, _ radio: UnsafePointer<fetchsched_radio>?
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout FetchConfiguration) throws(Failure) in
        configuration.radio = try unsafe RadioCosts(given(radio))
    }
}

@c @implementation
public func fetchsched_config_set_power(
    _ config: OpaquePointer?, _ power: UnsafePointer<fetchsched_power>?
) -> fetchsched_status {
    unsafe withConfiguration(config) { (configuration: inout FetchConfiguration) throws(Failure) in
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
