// swift-tools-version: 6.2
import PackageDescription

/// Dependencies point one way, from the top of this list to the bottom:
///
///     FetchSchedCommand -> FetchReport -> FetchTune -> FetchSim -> FetchTrace -> FetchSched
///     FetchReport -> FetchCompare -> FetchSim
///     FetchSchedCommand -> FetchImport -> FetchTrace -> FetchFiles
///     FetchStore -> FetchSched, FetchFiles
///     FetchSchedTime -> FetchSched
///     FetchSchedC -> CFetchSched, FetchSched
///
/// `FetchSched`, the engine, depends on nothing, not even Foundation.
let package = Package(
    name: "fetchsched",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FetchSched", targets: ["FetchSched"]),
        .library(name: "FetchStore", targets: ["FetchStore"]),
        .library(name: "FetchSchedTime", targets: ["FetchSchedTime"]),
        .library(name: "FetchTrace", targets: ["FetchTrace"]),
        .library(name: "FetchSim", targets: ["FetchSim"]),
        .executable(name: "fetchsched", targets: ["FetchSchedCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
    ],
    targets: [
        .target(name: "FetchSched"),
        .target(name: "FetchFiles"),
        .target(name: "FetchSchedTime", dependencies: ["FetchSched"]),
        .target(name: "FetchStore", dependencies: ["FetchSched", "FetchFiles"]),
        .target(name: "FetchTrace", dependencies: ["FetchSched", "FetchFiles"]),
        .target(name: "FetchSim", dependencies: ["FetchSched", "FetchTrace"]),
        .target(name: "FetchTune", dependencies: ["FetchSched", "FetchTrace", "FetchSim"]),
        .target(name: "FetchCompare", dependencies: ["FetchSched", "FetchTrace", "FetchSim"]),
        .target(
            name: "FetchReport",
            dependencies: ["FetchSched", "FetchTrace", "FetchSim", "FetchTune", "FetchCompare"]),
        .target(name: "FetchImport", dependencies: ["FetchSched", "FetchTrace"]),
        .executableTarget(
            name: "FetchSchedCommand",
            dependencies: [
                "FetchSched", "FetchTrace", "FetchSim", "FetchTune", "FetchCompare", "FetchReport",
                "FetchImport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(name: "FetchSchedTests", dependencies: ["FetchSched"]),
        .testTarget(name: "FetchSchedTimeTests", dependencies: ["FetchSchedTime", "FetchSched"]),
        // Writes snapshots until it is killed.
        .executableTarget(
            name: "store-writer", dependencies: ["FetchStore", "FetchSched"], path: "Tests/StoreWriter"),
        .testTarget(
            name: "FetchStoreTests", dependencies: ["FetchStore", "FetchSched", "FetchFiles", "store-writer"]),
        .testTarget(name: "FetchTraceTests", dependencies: ["FetchSched", "FetchTrace"]),
        .testTarget(name: "FetchSimTests", dependencies: ["FetchSim"]),
        .testTarget(
            name: "FetchTuneTests", dependencies: ["FetchTune", "FetchSim", "FetchTrace", "FetchSched"]),
        .testTarget(
            name: "FetchCompareTests", dependencies: ["FetchCompare", "FetchSim", "FetchTrace", "FetchSched"]),
        .testTarget(
            name: "FetchReportTests", dependencies: ["FetchReport", "FetchSim", "FetchTrace", "FetchSched"]),
        .testTarget(
            name: "FetchImportTests", dependencies: ["FetchImport", "FetchSim", "FetchTrace", "FetchSched"],
            resources: [.copy("Samples")]),
        .testTarget(name: "CommandTests", dependencies: ["FetchSchedCommand"]),
    ],
    swiftLanguageModes: [.v6]
)

#if compiler(>=6.3)
    // The C interface: functions that implement a C header (`@c @implementation`, SE-0495) need Swift 6.3.
    package.products.append(.library(name: "FetchSchedC", targets: ["FetchSchedC", "CFetchSched"]))
    package.targets += [
        .target(name: "CFetchSched", exclude: ["build", "fetchsched.pc.in"]),
        .target(name: "FetchSchedC", dependencies: ["CFetchSched", "FetchSched"]),
        .testTarget(name: "FetchSchedCTests", dependencies: ["FetchSchedC", "CFetchSched", "FetchSched"]),
        .executableTarget(
            name: "embed-in-swift", dependencies: ["FetchSched"], path: "docs/examples/swift"),
    ]
#endif

// What the compiler cannot check for memory safety is marked `unsafe`, with the reason beside it.
for target in package.targets where target.type != .test && target.path == nil {
    target.swiftSettings = [.strictMemorySafety()]
}
