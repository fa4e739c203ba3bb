// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "trace-reading",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "fetchsched", path: "../..")],
    targets: [
        .executableTarget(
            name: "read-trace", dependencies: [.product(name: "FetchTrace", package: "fetchsched")])
    ],
    swiftLanguageModes: [.v6]
)
