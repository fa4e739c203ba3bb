import Foundation
import Synchronization

/// A server on this machine that answers each request, by its path, with what a function writes.
final class LoopbackServer: Sendable {
    /// Writes bytes to a client; returns false once it is gone.
    typealias Write = ([UInt8]) -> Bool

    let port: UInt16
    /// The heads of all requests.
    let heads = Mutex<[String]>([])
    private let listener: Int32

    init(_ answer: @escaping @Sendable (_ path: String, _ write: Write) -> Void) throws {
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, length) = (listener, size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 20) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(bigEndian: address.sin_port)
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread {
                    self.serve(client, answer)
                    close(client)
                }
            }
        }
    }

    /// Ends it; requests that are open run on until their clients are gone.
    func stop() { shutdown(listener, Int32(2)) }

    private func serve(_ client: Int32, _ answer: (String, Write) -> Void) {
        var head = ""
        var buffer = [UInt8](repeating: 0, count: 10_000)
        while !head.contains("\r\n\r\n") {
            let count = read(client, &buffer, buffer.count)
            guard count > 0 else { return }
            head += String(decoding: buffer[..<count], as: UTF8.self)
        }
        heads.withLock { $0.append(head) }
        let words = head.split(separator: " ")
        answer(words.count > 1 ? String(words[1]) : "") { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(client, $0.baseAddress, $0.count) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
