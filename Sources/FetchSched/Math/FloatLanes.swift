/// Eight numbers of single precision, side by side: two registers of every processor of today.
typealias FloatLanes = SIMD8<Float>
/// Eight whole numbers, or masks: all bits of a lane are set where something is true of it, and none elsewhere.
typealias IntLanes = SIMD8<Int32>

/// What is written here is written so as the compiler makes one instruction a register of it; what the standard library has for
/// it becomes loops, or calls.
extension SIMD8 where Scalar == Float {
    /// The numbers of those bits. (It compiles to no instructions; there is no other way that is safe.)
    @inline(__always)
    init(bits: IntLanes) {
        func number(_ lane: Int) -> Float { Float(bitPattern: UInt32(bitPattern: bits[lane])) }
        self.init(
            number(0), number(1), number(2), number(3), number(4), number(5), number(6), number(7))
    }

    /// The bits of each lane.
    @inline(__always)
    var bits: IntLanes {
        func bits(_ lane: Int) -> Int32 { Int32(bitPattern: self[lane].bitPattern) }
        return IntLanes(bits(0), bits(1), bits(2), bits(3), bits(4), bits(5), bits(6), bits(7))
    }

    /// The lanes where the mask is set, and 0 elsewhere.
    @inline(__always)
    func masked(by mask: IntLanes) -> FloatLanes { FloatLanes(bits: bits & mask) }

    /// These lanes, but the other's where the mask is set.
    @inline(__always)
    func replacing(with other: FloatLanes, by mask: IntLanes) -> FloatLanes {
        // Not `~mask`, which the compiler reckons lane by lane.
        FloatLanes(bits: other.bits & mask | bits & (-1 &- mask))
    }

    /// Where a lane is less than the bound; nowhere for NaN.
    @inline(__always)
    func isLess(than bound: Float) -> IntLanes {
        IntLanes.zero.replacing(with: -1, where: self .< FloatLanes(repeating: bound))
    }

    /// The greater of each two lanes; NaN stays NaN.
    @inline(__always)
    func raised(to least: FloatLanes) -> FloatLanes {
        func greater(_ lane: Int) -> Float { least[lane] > self[lane] ? least[lane] : self[lane] }
        return FloatLanes(
            greater(0), greater(1), greater(2), greater(3), greater(4), greater(5), greater(6), greater(7))
    }

    /// The lesser of each two lanes; NaN stays NaN.
    @inline(__always)
    func lowered(to most: FloatLanes) -> FloatLanes {
        func lesser(_ lane: Int) -> Float { most[lane] < self[lane] ? most[lane] : self[lane] }
        return FloatLanes(
            lesser(0), lesser(1), lesser(2), lesser(3), lesser(4), lesser(5), lesser(6), lesser(7))
    }

    /// The greatest lane.
    @inline(__always)
    var greatest: Float {
        let four = (Swift.max(self[0], self[4]), Swift.max(self[1], self[5]))
        let others = (Swift.max(self[2], self[6]), Swift.max(self[3], self[7]))
        return Swift.max(Swift.max(four.0, others.0), Swift.max(four.1, others.1))
    }

    /// The sum of all lanes, added in halves.
    @inline(__always)
    var total: Float {
        let four = lowHalf + highHalf
        let two = four.lowHalf + four.highHalf
        return two[0] + two[1]
    }
}

extension SIMD8 where Scalar == Int32 {
    /// Where a lane is less than the bound.
    @inline(__always)
    func isLess(than bound: Int32) -> IntLanes {
        IntLanes.zero.replacing(with: -1, where: IntLanes(repeating: bound) .> self)
    }

    /// Where a lane is that number.
    @inline(__always)
    func isSame(as number: Int32) -> IntLanes {
        IntLanes.zero.replacing(with: -1, where: self .== IntLanes(repeating: number))
    }
}

/// Numbers one after the other, eight to an element.
extension MutableSpan<FloatLanes> {
    /// One of them, whichever element it is in.
    subscript(number number: Int) -> Float {
        @inline(__always) get { self[number >> 3][number & 7] }
        @inline(__always) set { self[number >> 3][number & 7] = newValue }
    }
}

extension Span<FloatLanes> {
    /// One of them, whichever element it is in.
    subscript(number number: Int) -> Float {
        @inline(__always) get { self[number >> 3][number & 7] }
    }
}
