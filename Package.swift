// swift-tools-version: 6.1
import PackageDescription

/// Dependencies point one way, from the top of this list to the bottom:
///
///     FetchSchedCommand -> FetchReport -> FetchTune -> FetchSim -> FetchTrace -> FetchSched
///     FetchSchedCommand -> FetchImport -> FetchTrace
///     FetchSchedC -> CFetchSched, FetchSched
///
/// `FetchSched`, the engine, depends on nothing, not even Foundation.
let package = Package(
    name: "fetchsched",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FetchSched", targets: ["FetchSched"]),
        .library(name: "FetchTrace", targets: ["FetchTrace"]),
        .library(name: "FetchSim", targets: ["FetchSim"]),
        .executable(name: "fetchsched", targets: ["FetchSchedCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
    ],
    targets: [
        .target(name: "FetchSched"),
        .target(name: "FetchTrace", dependencies: ["FetchSched"]),
        .target(name: "FetchSim", dependencies: ["FetchSched", "FetchTrace"]),
        .target(name: "FetchTune", dependencies: ["FetchSched", "FetchTrace", "FetchSim"]),
        .target(name: "FetchReport", dependencies: ["FetchSched", "FetchTrace", "FetchSim", "FetchTune"]),
        .target(name: "FetchImport", dependencies: ["FetchSched", "FetchTrace"]),
        .executableTarget(
            name: "FetchSchedCommand",
            dependencies: [
                "FetchSched", "FetchTrace", "FetchSim", "FetchTune", "FetchReport", "FetchImport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(name: "FetchSchedTests", dependencies: ["FetchSched"]),
        .testTarget(name: "FetchTraceTests", dependencies: ["FetchSched", "FetchTrace"]),
        .testTarget(name: "FetchSimTests", dependencies: ["FetchSim"]),
        .testTarget(
            name: "FetchTuneTests", dependencies: ["FetchTune", "FetchSim", "FetchTrace", "FetchSched"]),
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
