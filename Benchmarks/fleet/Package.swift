// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "fleet",
    dependencies: [.package(name: "fetchsched", path: "../..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(
            name: "fleet", dependencies: ["CAllocations", .product(name: "FetchSched", package: "fetchsched")]),
    ])
