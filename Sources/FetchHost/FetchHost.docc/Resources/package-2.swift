// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "reader",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../fetchsched")],  // a folder of this name, wherever it is
    targets: [
        .executableTarget(
            name: "reader",
            dependencies: [
                .product(name: "FetchHTTP", package: "fetchsched"),  // requests
                .product(name: "FetchHost", package: "fetchsched"),
                .product(name: "FetchHostTesting", package: "fetchsched"),  // the test clock
            ]),
        .testTarget(
            name: "ReaderTests",
            dependencies: [
                .product(name: "FetchHost", package: "fetchsched"),
                .product(name: "FetchHostTesting", package: "fetchsched"),
                .product(name: "FetchSched", package: "fetchsched"),  // instants and spans of time
            ]),
    ]
)
