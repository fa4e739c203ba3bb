import Synchronization

/// A table of all objects behind handles that were made and not destroyed.
///
/// A handle is a number in the guise of a pointer, and is never read through:
///
///     generation | kind (3 bits) | place in the table
///
/// Its place holds the same generation and kind while what it stands for is alive. The generation grows whenever the
/// place is given to something new, and a place whose generations are used up is given to nothing any more. So a handle
/// that was destroyed, one of another kind, and a number that never was a handle are found out for ever, without reading
/// memory that may belong to something else by now.
///
/// Each call marks its place as in use, by one compare-and-exchange that is the check as well. A second call by another
/// thread meanwhile is told so.
///
/// Threads: no thread waits for another. Places are never moved or freed, and only marked places are written to.
enum HandleTable {
    enum Kind: UInt {
        case engine = 2
        case config = 3
        case poller = 4
        case pollSession = 5
    }

    /// A handle whose place is marked as in use, by ``enter(_:_:)``.
    // Safe: the place outlives the process, and what it points to belongs to who marked it.
    @safe struct Entry {
        fileprivate let place: UnsafeMutablePointer<Place>
        fileprivate let tag: UInt
        let object: UnsafeMutableRawPointer
    }

    /// Adds what `object` points to.
    ///
    /// - Throws: `full` if there are as many handles as there may be.
    /// - Complexity: O(1), O(handles) if nearly all places are taken.
    static func insert(_ object: UnsafeMutableRawPointer, _ kind: Kind) throws(Failure) -> OpaquePointer {
        while true {
            let (count, likely) = (Place.count, likelyFree.load(ordering: .relaxed))
            for step in 0..<count {
                let index = (likely &+ step) % count
                guard let place = unsafe Place.at(index), let free = unsafe place.pointee.claim() else {
                    continue
                }
                unsafe place.pointee.object = unsafe object
                let tag = free | kind.rawValue
                unsafe place.pointee.state.store(tag, ordering: .releasing)
                likelyFree.store(index + 1, ordering: .relaxed)
                // A number that is not 0, as the kind is not.
                if let handle = unsafe OpaquePointer(bitPattern: tag << Place.indexBits | index) {
                    return unsafe handle
                }
            }
            try grow(from: count)
        }
    }

    /// Marks the handle's place as in use, until ``leave(_:)`` or ``remove(_:)``.
    ///
    /// - Throws: `null`, `invalidHandle`, `handleInUse`.
    /// - Complexity: O(log handles), and O(1) for the first 64.
    static func enter(_ handle: OpaquePointer?, _ kind: Kind) throws(Failure) -> Entry {
        guard let handle = unsafe handle else { throw .null }
        let word = UInt(bitPattern: handle)
        let tag = word >> Place.indexBits
        guard tag & Place.kindMask == kind.rawValue, let place = unsafe Place.at(word & Place.indexMask)
        else {
            throw .invalidHandle
        }
        let (entered, state) = unsafe place.pointee.state.compareExchange(
            expected: tag, desired: Place.inUse(tag), ordering: .acquiring)
        guard entered else { throw state == Place.inUse(tag) ? .handleInUse : .invalidHandle }
        guard let object = unsafe place.pointee.object else { throw .invalidHandle }
        return unsafe Entry(place: place, tag: tag, object: object)
    }

    static func leave(_ entry: Entry) {
        unsafe entry.place.pointee.state.store(entry.tag, ordering: .releasing)
    }

    /// Takes what was entered out of the table: its handle stands for nothing any more.
    static func remove(_ entry: Entry) {
        unsafe entry.place.pointee.object = nil
        unsafe entry.place.pointee.state.store(Place.free(after: entry.tag), ordering: .releasing)
    }

    /// Makes room for more than `count`, unless another thread has meanwhile.
    private static func grow(from count: UInt) throws(Failure) {
        let more = count + Place.firstCount
        guard count + more <= Place.indexMask else { throw .full }
        let block = UnsafeMutablePointer<Place>.allocate(capacity: Int(more) + 1)
        // The first is no place: its state leads to the next block.
        unsafe block.initialize(to: Place(state: 0))
        for place in 1...Int(more) { unsafe (block + place).initialize(to: Place(state: Place.unused)) }
        guard unsafe Place.append(block, after: count) else {
            unsafe block.deinitialize(count: Int(more) + 1)
            unsafe block.deallocate()
            return
        }
    }
}

/// The address of the first block of places; 0 before there is one.
private let firstBlock = Atomic<UInt>(0)
/// Where a free place is likely.
private let likelyFree = Atomic<UInt>(0)

/// A place of the table. Places come in blocks of 64, 128, 256, and so on, each of which leads to the next.
// Safe: only the thread that has marked the place gets what it points to.
@safe private struct Place: ~Copyable {
    /// The generation and, in the last three bits, the kind: 0 if the place is free, 1 if it is in use.
    let state: Atomic<UInt>
    var object: UnsafeMutableRawPointer?

    init(state: UInt) {
        self.state = Atomic(state)
        unsafe object = nil
    }

    static var firstCount: UInt { 64 }
    /// 16 million handles at a time where pointers have 64 bits, 16,320 where they have 32.
    static var indexBits: UInt { UInt.bitWidth == 64 ? 24 : 14 }
    static var indexMask: UInt { 1 << indexBits - 1 }
    /// The state of a place that was never used. No handle has generation 0.
    static var unused: UInt { kindMask + 1 }
    static var kindMask: UInt { 7 }

    /// The state while a call uses the handle of that tag.
    static func inUse(_ tag: UInt) -> UInt { tag & ~kindMask | 1 }

    /// The state when the handle of that tag was destroyed; generation 0 and in use, for ever, after the last one.
    static func free(after tag: UInt) -> UInt {
        let next = (tag & ~kindMask) + kindMask + 1
        return next <= UInt.max >> indexBits ? next : 1
    }

    /// Marks the place if it is free.
    ///
    /// - Returns: its state; nil if it is not free.
    func claim() -> UInt? {
        let now = state.load(ordering: .relaxed)
        guard now & Self.kindMask == 0 else { return nil }
        let (claimed, _) = state.compareExchange(expected: now, desired: now | 1, ordering: .acquiring)
        return claimed ? now : nil
    }

    /// Calls `body` with each block and how many places it has, until it returns true or the last block leads nowhere.
    ///
    /// - Returns: how many places the blocks have before that one.
    @inline(__always)
    private static func blocks(until body: (UnsafeMutablePointer<Place>, UInt, UInt) -> Bool) -> UInt {
        var (before, count) = (UInt(0), firstCount)
        var address = firstBlock.load(ordering: .acquiring)
        while let block = unsafe UnsafeMutablePointer<Place>(bitPattern: address) {
            if unsafe body(block, before, count) { break }
            (before, count) = (before + count, count * 2)
            address = unsafe block.pointee.state.load(ordering: .acquiring)
        }
        return before
    }

    static var count: UInt { unsafe blocks { _, _, _ in false } }

    /// The place of that number; nil if there is none.
    @inline(__always)
    static func at(_ index: UInt) -> UnsafeMutablePointer<Place>? {
        var place: UnsafeMutablePointer<Place>?
        _ = unsafe blocks { block, before, count in
            guard index < before + count else { return false }
            unsafe place = unsafe block + Int(index - before) + 1
            return true
        }
        return unsafe place
    }

    /// Adds a block behind those that have `count` places.
    ///
    /// - Returns: whether it was added; false if there is one behind them already.
    static func append(_ new: UnsafeMutablePointer<Place>, after count: UInt) -> Bool {
        let address = UInt(bitPattern: new)
        guard count > 0 else {
            return firstBlock.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
                .exchanged
        }
        var added = false
        _ = unsafe blocks { block, before, places in
            guard before + places == count else { return false }
            added = unsafe block.pointee.state.compareExchange(
                expected: 0, desired: address, ordering: .acquiringAndReleasing
            ).exchanged
            return true
        }
        return added
    }
}
