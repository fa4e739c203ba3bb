// swift-tools-version: 6.1
import PackageDescription

/// Benchmarks live in a package of their own, so that the library package does not depend on their harness.
let package = Package(
    name: "fetchsched-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "fetchsched", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "EngineBenchmarks",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "FetchSched", package: "fetchsched"),
                .product(name: "FetchTrace", package: "fetchsched"),
                .product(name: "FetchGenerate", package: "fetchsched"),
                .product(name: "FetchSim", package: "fetchsched"),
            ],
            path: "Benchmarks/EngineBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "CallBenchmarks",
            dependencies: [
                "CountedMalloc",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "FetchSched", package: "fetchsched"),
            ],
            path: "Benchmarks/CallBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .target(name: "CountedMalloc", path: "Benchmarks/CountedMalloc"),
        .executableTarget(
            name: "fleet",
            dependencies: ["CountedMalloc", .product(name: "FetchSched", package: "fetchsched")],
            path: "fleet/Sources/fleet"),
    ],
    swiftLanguageModes: [.v6]
)
