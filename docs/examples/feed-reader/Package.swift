// swift-tools-version: 6.2
import PackageDescription

/// A package of its own, so that a user of the engine or the host fetches none of what a server needs.
let package = Package(
    name: "feed-reader",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "fetchsched", path: "../../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "feed-reader",
            dependencies: [
                .product(name: "FetchHost", package: "fetchsched"),
                .product(name: "FetchHTTP", package: "fetchsched"),
                .product(name: "FetchHostTesting", package: "fetchsched"),
                .product(name: "FetchSched", package: "fetchsched"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: [.strictMemorySafety()])
    ],
    swiftLanguageModes: [.v6]
)
