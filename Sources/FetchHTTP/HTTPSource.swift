import Foundation

/// A source's address, with the validators that let a server answer "not modified". Save it between fetches, for
/// example as JSON, together with the content that it belongs to.
public struct HTTPSource: Hashable, Codable, Sendable {
    /// The address, which follows permanent redirects.
    public var url: URL
    /// The `ETag` of the content.
    public var tag: String?
    /// The `Last-Modified` of the content.
    public var date: String?
    /// When the server last sent the whole content.
    public var loaded: Date?

    /// Makes a source of which nothing has been loaded.
    public init(_ url: URL) { self.url = url }

    /// Some servers answer "not changed" for ever once their tag is stuck, so the whole is requested once a week.
    static let longestUnchanged: TimeInterval = 7 * 86_400
}
