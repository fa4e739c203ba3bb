// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "fleet",
    dependencies: [.package(name: "fetchsched", path: "../..")],
    targets: [
        .executableTarget(name: "fleet", dependencies: [.product(name: "FetchSched", package: "fetchsched")])
    ])
