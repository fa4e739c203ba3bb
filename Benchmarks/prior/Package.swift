// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "prior",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "fetchsched", path: "../..")],
    targets: [
        .executableTarget(
            name: "fit-prior",
            dependencies: [
                .product(name: "FetchSched", package: "fetchsched"),
                .product(name: "FetchTrace", package: "fetchsched"),
                .product(name: "FetchSim", package: "fetchsched"),
            ])
    ])
