#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

package enum WallClock {
    /// Milliseconds since 1970-01-01 00:00:00 UTC, as the system has them; it may be set, forwards or back.
    package static var milliseconds: Int64 {
        var time = timespec()
        // The call fails only for a clock that does not exist.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
