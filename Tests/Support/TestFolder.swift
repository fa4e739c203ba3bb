import Foundation

/// A folder of a test's own, which goes with it.
package final class TestFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "fetchsched-\(UUID().uuidString)")

    package init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    package func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
    }

    package func text(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: url.appendingPathComponent(name))
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: url.appendingPathComponent(name))
    }

    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
    }

    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
}

/// An executable of the package, beside the bundle of the tests; nil if it is not there.
package func builtExecutable(_ name: String) -> URL? {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    #if os(Linux)
        folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") { folder = bundle.bundleURL }
    while folder.path.count > 1 {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return nil
}
