// swift-tools-version: 6.2
import PackageDescription

/// A policy of one's own in a package of one's own.
let package = Package(
    name: "own-policy",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "fetchsched", path: "../../..")],  // or where you keep it
    targets: [
        .executableTarget(
            name: "own-policy",
            dependencies: [
                .product(name: "FetchSched", package: "fetchsched"),
                .product(name: "FetchTrace", package: "fetchsched"),
                .product(name: "FetchSim", package: "fetchsched"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
