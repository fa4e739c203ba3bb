// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "throughput",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "fetchsched", path: "../..")],
    targets: [
        .executableTarget(
            name: "replay-trace",
            dependencies: [
                .product(name: "FetchTrace", package: "fetchsched"),
                .product(name: "FetchSim", package: "fetchsched"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
