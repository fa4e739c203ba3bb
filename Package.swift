// swift-tools-version: 6.2
import PackageDescription

/// Dependencies point one way, from the top of this list to the bottom:
///
///     FetchSchedCommand, FetchLab -> FetchCommandLine -> FetchReport -> FetchSim -> FetchTrace -> FetchSched
///     FetchSchedCommand -> FetchTune -> FetchSim
///     FetchHost, FetchReport, FetchTune, FetchSim, FetchTrace -> FetchSchedText -> FetchSched
///     FetchSchedCommand -> FetchImport -> FetchGenerate -> FetchTrace -> FetchFiles
///     FetchCommandLine -> FetchExec -> FetchSim, FetchFiles
///     FetchSchedCommand -> FetchPoll, FetchStore; FetchSchedC -> FetchPoll -> FetchSchedText
///     FetchTry -> FetchGenerate, FetchSim; FetchHTTP -> FetchPoll
///     FetchHTTP, FetchHostTesting -> FetchHost -> FetchStore -> FetchSchedText, FetchFiles
///     FetchSchedC -> CFetchSched, FetchSchedText
///
/// `FetchSched`, the engine, depends on nothing, not even Foundation.
let package = Package(
    name: "fetchsched",
    // `Synchronization` needs these; Linux and Android need no name.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "FetchSched", targets: ["FetchSched"]),
        .library(name: "FetchSchedText", targets: ["FetchSchedText"]),
        .library(name: "FetchPoll", targets: ["FetchPoll"]),
        .library(name: "FetchStore", targets: ["FetchStore"]),
        .library(name: "FetchHost", targets: ["FetchHost"]),
        .library(name: "FetchHostTesting", targets: ["FetchHostTesting"]),
        .library(name: "FetchHTTP", targets: ["FetchHTTP"]),
        .library(name: "FetchTrace", targets: ["FetchTrace"]),
        .library(name: "FetchGenerate", targets: ["FetchGenerate"]),
        .library(name: "FetchSim", targets: ["FetchSim"]),
        .executable(name: "fetchsched", targets: ["FetchSchedCommand"]),
        .executable(name: "fetchsched-lab", targets: ["FetchLab"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")],
    targets: [
        .target(name: "FetchSched"),
        .target(name: "FetchSchedText", dependencies: ["FetchSched"]),
        .target(name: "FetchPoll", dependencies: ["FetchSched", "FetchSchedText"]),
        .target(name: "FetchFiles"),
        .target(name: "FetchStore", dependencies: ["FetchSched", "FetchSchedText", "FetchFiles"]),
        .target(
            name: "FetchHost", dependencies: ["FetchSched", "FetchSchedText", "FetchStore", "FetchFiles"]),
        .target(name: "FetchHostTesting", dependencies: ["FetchSched", "FetchStore", "FetchHost"]),
        .target(name: "FetchHTTP", dependencies: ["FetchHost", "FetchPoll", "FetchSchedText"]),
        .target(name: "FetchTrace", dependencies: ["FetchSched", "FetchSchedText", "FetchFiles"]),
        .target(name: "FetchGenerate", dependencies: ["FetchSched", "FetchTrace"]),
        .target(name: "FetchSim", dependencies: ["FetchSched", "FetchSchedText", "FetchTrace"]),
        // The page of docs/try, where it is compiled as Embedded Swift.
        .target(name: "FetchTry", dependencies: ["FetchSched", "FetchTrace", "FetchGenerate", "FetchSim"]),
        .target(name: "FetchExec", dependencies: ["FetchSched", "FetchTrace", "FetchSim", "FetchFiles"]),
        .target(
            name: "FetchTune",
            dependencies: ["FetchSched", "FetchSchedText", "FetchTrace", "FetchSim", "FetchFiles"]),
        .target(
            name: "FetchReport", dependencies: ["FetchSched", "FetchSchedText", "FetchTrace", "FetchSim"]),
        .target(
            name: "FetchImport",
            dependencies: ["FetchSched", "FetchSchedText", "FetchTrace", "FetchGenerate"]),
        .target(
            name: "FetchCommandLine",
            dependencies: [
                "FetchSched", "FetchSchedText", "FetchTrace", "FetchGenerate", "FetchSim",
                "FetchReport",
                "FetchExec", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "FetchSchedCommand",
            dependencies: [
                "FetchSched", "FetchSchedText", "FetchTrace", "FetchGenerate", "FetchSim", "FetchTune",
                "FetchReport", "FetchImport", "FetchExec", "FetchCommandLine", "FetchPoll", "FetchStore",
                "FetchFiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "FetchLab",
            dependencies: [
                "FetchSched", "FetchSchedText", "FetchTrace", "FetchGenerate", "FetchSim", "FetchReport",
                "FetchCommandLine",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(name: "FetchSchedTests", dependencies: ["FetchSched", "FetchSchedText"]),
        // Writes snapshots until it is killed.
        .executableTarget(
            name: "store-writer", dependencies: ["FetchStore", "FetchSched"], path: "Tests/StoreWriter"),
        .testTarget(
            name: "FetchStoreTests",
            dependencies: ["FetchStore", "FetchSched", "FetchFiles", "store-writer", "TestSupport"]),
        .executableTarget(
            name: "host-in-ten-lines", dependencies: ["FetchHost", "FetchHostTesting"],
            path: "docs/examples/host", exclude: ["expected.txt"]),
        .executableTarget(
            name: "reader-on-a-server", dependencies: ["FetchHost", "FetchHostTesting", "FetchSched"],
            path: "docs/examples/server", exclude: ["expected.txt"]),
        .target(name: "PhoneExample", dependencies: ["FetchHost", "FetchSched"], path: "docs/examples/ios"),
        .testTarget(
            name: "FetchHostTests",
            dependencies: [
                "FetchHost", "FetchHostTesting", "FetchStore", "FetchSched", "PhoneExample", "TestSupport",
            ]),
        // Plays journals of engines: the same life through every door.
        .executableTarget(
            name: "doors",
            dependencies: [
                "FetchSim", "FetchTrace", "FetchHost", "FetchHostTesting", "FetchStore", "FetchSched",
            ],
            path: "Tests/Doors", exclude: ["replay.c", "replay.py", "replay.mjs", "Replay.java"]),
        .testTarget(name: "FetchHTTPTests", dependencies: ["FetchHTTP", "FetchHost"]),
        .testTarget(
            name: "FetchTraceTests",
            dependencies: ["FetchSched", "FetchSchedText", "FetchTrace", "FetchGenerate", "TestSupport"]),
        .testTarget(
            name: "FetchSimTests",
            dependencies: [
                "FetchSim", "FetchExec", "FetchSchedText", "FetchGenerate", "FetchLab", "FetchReport",
            ]),
        .testTarget(
            name: "FetchExecTests", dependencies: ["FetchExec", "FetchSim", "FetchTrace", "FetchSched"]),
        .testTarget(
            name: "FetchPollTests",
            dependencies: ["FetchPoll", "FetchHTTP", "FetchSched"]),
        .testTarget(
            name: "FetchTuneTests",
            dependencies: [
                "FetchTune", "FetchGenerate", "FetchSim", "FetchTrace", "FetchSched", "FetchSchedText",
                "TestSupport",
            ]),
        .testTarget(
            name: "FetchLabTests",
            dependencies: ["FetchLab", "FetchGenerate", "FetchSim", "FetchTrace", "FetchSched"]),
        .testTarget(
            name: "FetchReportTests",
            dependencies: ["FetchReport", "FetchGenerate", "FetchSim", "FetchTrace", "FetchSched"]),
        .testTarget(
            name: "FetchImportTests",
            dependencies: ["FetchImport", "FetchGenerate", "FetchSim", "FetchTrace", "FetchSched"],
            resources: [.copy("Samples")]),
        .testTarget(
            name: "CommandTests", dependencies: ["FetchSchedCommand", "FetchLab", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

#if compiler(>=6.3)
    // The C interface: functions that implement a C header (`@c @implementation`, SE-0495) need Swift 6.3.
    package.products.append(.library(name: "FetchSchedC", targets: ["FetchSchedC", "CFetchSched"]))
    package.targets += [
        .target(name: "CFetchSched", exclude: ["build", "fetchsched.pc.in"]),
        .target(
            name: "FetchSchedC", dependencies: ["CFetchSched", "FetchSched", "FetchSchedText", "FetchPoll"]),
        .testTarget(
            name: "FetchSchedCTests",
            dependencies: ["FetchSchedC", "CFetchSched", "FetchSched", "FetchSchedText"]),
        .executableTarget(
            name: "embed-in-swift", dependencies: ["FetchSched", "FetchSchedText"],
            path: "docs/examples/swift"),
    ]
#endif

// `.ci/sanitize` builds the tests that it runs, and what these need, and nothing else.
if let tests = Context.environment["FETCHSCHED_TESTS"] {
    var needed = tests.split(separator: ",").map(String.init)
    var kept: Set<String> = []
    while let name = needed.popLast() {
        guard kept.insert(name).inserted else { continue }
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            if case .byNameItem(let name, _) = dependency { needed.append(name) }
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}

// What the compiler cannot check for memory safety is marked `unsafe`, with the reason beside it.
for target in package.targets where target.type != .test && target.path == nil {
    target.swiftSettings = [.strictMemorySafety()]
}

// Modules that the tests compute with, as `.ci/run` and `.ci/sanitize` name them: optimized, they take a tenth of the time. (A
// package with such flags could not be depended on.)
if let optimized = Context.environment["FETCHSCHED_OPTIMIZED"]?.split(separator: ",").map(String.init) {
    let flags = ["-O", "-disable-batch-mode", "-wmo", "-num-threads", "2"]
    for target in package.targets where optimized.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(flags))
    }
}
