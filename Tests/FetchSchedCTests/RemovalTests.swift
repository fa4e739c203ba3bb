import CFetchSched
import FetchSched
import Testing

/// Apps that go, and the numbers of those that come after them.
@Suite struct RemovalTests {
    @Test func whatTheHostStopsComesAsActions() {
        let host = Host()
        let (mail, news) = (host.register(), host.register())
        for app in [mail, news] {
            #expect(fetchsched_force_fetch(host.handle, app, monday) == FETCHSCHED_OK)
        }
        host.tell(FETCHSCHED_EVENT_NETWORK, value: Int64(FETCHSCHED_NETWORK_WIFI))
        host.tell(FETCHSCHED_EVENT_POWER, value: 1)
        var request = fetchsched_transfer()
        (request.app, request.bytes) = (mail, 1000)
        var transfer: UInt64 = 0
        #expect(fetchsched_enqueue_transfer(host.handle, &request, monday, &transfer) == FETCHSCHED_OK)
        #expect(host.allActions(at: monday).map { $0.kind } == [UInt32(FETCHSCHED_ACTION_START_TRANSFER)])

        #expect(fetchsched_remove(host.handle, mail, monday) == FETCHSCHED_OK)
        let actions = host.allActions(at: monday)
        #expect(
            actions.map { $0.kind } == [
                UInt32(FETCHSCHED_ACTION_STOP_FETCH), UInt32(FETCHSCHED_ACTION_GIVE_UP_TRANSFER),
            ])
        #expect(actions.first?.app == mail && actions.last?.id == transfer)
        #expect(actions.allSatisfy { $0.reserved == 0 })
        #expect(fetchsched_complete(host.handle, mail, 0, 0, -1, monday) == FETCHSCHED_ERROR_UNKNOWN_APP)
        #expect(
            fetchsched_transfer_finished(host.handle, transfer, monday) == FETCHSCHED_ERROR_ALREADY_ENDED)
        #expect(fetchsched_remove(host.handle, mail, monday) == FETCHSCHED_ERROR_UNKNOWN_APP)
        #expect(host.tell(FETCHSCHED_EVENT_LAUNCH, app: mail) == FETCHSCHED_ERROR_UNKNOWN_APP)

        // The place is given again, under another number.
        let feed = host.register()
        #expect(feed == mail + 1 << 32)
        #expect(host.tell(FETCHSCHED_EVENT_LAUNCH, app: mail) == FETCHSCHED_ERROR_UNKNOWN_APP)
        #expect(host.tell(FETCHSCHED_EVENT_LAUNCH, app: feed) == FETCHSCHED_OK)
        var statistics = fetchsched_statistics()
        #expect(fetchsched_get_statistics(host.handle, monday, &statistics) == FETCHSCHED_OK)
        #expect(statistics.app_count == 2)
        // The other's fetch goes on.
        #expect(fetchsched_complete(host.handle, news, 0, 0, -1, monday) == FETCHSCHED_OK)
    }
}
