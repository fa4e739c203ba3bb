import NIOCore
import NIOHTTP1
import NIOPosix

/// A site on a socket of this machine alone.
struct HTTPServer: Sendable {
    let port: Int
    private let channel: any Channel

    init(_ site: Site) async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(SiteHandler(site))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    func close() async throws { try await channel.close() }
}

private final class SiteHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let site: Site
    private var head: HTTPRequestHead?

    init(_ site: Site) { self.site = site }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            let answer = site.answer(
                Site.Request(
                    path: head.uri, reader: head.headers.first(name: "User-Agent") ?? "",
                    ifNoneMatch: head.headers.first(name: "If-None-Match"),
                    ifModifiedSince: head.headers.first(name: "If-Modified-Since")))
            guard answer.delay != 0 else { return write(answer, context) }
            guard answer.delay > 0 else { return }
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(Int64(answer.delay * 1000))) {
                let (handler, context) = bound.value
                handler.write(answer, context)
            }
        }
    }

    private func write(_ answer: Site.Answer, _ context: ChannelHandlerContext) {
        var headers = HTTPHeaders(answer.headers)
        if answer.status != 304 { headers.add(name: "Content-Length", value: "\(answer.body.utf8.count)") }
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        var body = Substring(answer.body)
        if answer.breaksOff { body = body.prefix(body.count / 2) }
        if answer.status != 304, !body.isEmpty {
            let buffer = context.channel.allocator.buffer(substring: body)
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        }
        if answer.breaksOff {
            context.flush()
            context.close(promise: nil)
        } else {
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
