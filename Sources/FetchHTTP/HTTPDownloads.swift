import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests of a `URLSession`, each with a limit of bytes: bytes beyond it are not stored, however small it was packed.
final class HTTPDownloads: NSObject, URLSessionDataDelegate, Sendable {
    private struct Download {
        var body = Data()
        var response: HTTPURLResponse?
        let answer: CheckedContinuation<(Data, HTTPURLResponse), any Error>
    }

    private let downloads = Mutex<[Int: Download]>([:])
    private let limit: Int

    /// - Parameter limit: The most bytes of a body, unpacked.
    init(limit: Int) { self.limit = limit }

    /// Returns the answer to a request, without following redirects.
    func answer(to request: URLRequest, in session: URLSession) async throws -> (Data, HTTPURLResponse) {
        let task = session.dataTask(with: request)
        let number = task.taskIdentifier
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer in
                downloads.withLock { $0[number] = Download(answer: answer) }
                // Cancelled before there was anything to end.
                if Task.isCancelled { finish(number, throwing: CancellationError()) } else { task.resume() }
            }
        } onCancel: {
            finish(number, throwing: CancellationError())
            Self.cancel(task)
        }
    }

    /// Ends a download, once; an error is not waited for until the session has noticed it.
    private func finish(_ number: Int, throwing error: (any Error)? = nil) {
        guard let download = downloads.withLock({ $0.removeValue(forKey: number) }) else { return }
        if let error {
            download.answer.resume(throwing: error)
        } else if let response = download.response {
            download.answer.resume(returning: (download.body, response))
        } else {
            download.answer.resume(throwing: URLError(.badServerResponse))
        }
    }

    /// Cancels a task without waiting: some sessions first read on for seconds, and keep what the delegate does not take.
    private static func cancel(_ task: URLSessionTask) { DispatchQueue.global().async { task.cancel() } }

    // URLSession

    func urlSession(
        _ session: URLSession, dataTask task: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let number = task.taskIdentifier
        guard response.expectedContentLength <= Int64(limit) else {
            completionHandler(.cancel)
            return finish(number, throwing: URLError(.dataLengthExceedsMaximum))
        }
        downloads.withLock { $0[number]?.response = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        let number = task.taskIdentifier
        let isTooLong = downloads.withLock {
            guard let count = $0[number]?.body.count else { return false }
            if count + data.count > limit { return true }
            $0[number]?.body.append(data)
            return false
        }
        guard isTooLong else { return }
        finish(number, throwing: URLError(.dataLengthExceedsMaximum))
        Self.cancel(task)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(task.taskIdentifier, throwing: error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    /// A request has its credentials from the beginning, so an answer that asks for others is the answer; some sessions
    /// would wait for them for ever.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let response = challenge.failureResponse as? HTTPURLResponse else {
            return completionHandler(.performDefaultHandling, nil)
        }
        let number = task.taskIdentifier
        downloads.withLock { $0[number]?.response = response }
        finish(number)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
