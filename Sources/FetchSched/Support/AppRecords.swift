protocol AppOwned: Sendable { var app: AppID { get } }

/// Records of apps, at most one for each app, in the order of the apps.
extension Array where Element: AppOwned {
    func index(of app: AppID) -> Int? { firstIndex { $0.app == app } }

    /// The record of the app; nil if there is none, and then nothing is set.
    subscript(of app: AppID) -> Element? {
        get { index(of: app).map { self[$0] } }
        set { if let index = index(of: app), let newValue { self[index] = newValue } }
    }

    /// The index of the app's record; the record is inserted if there is none.
    mutating func index(of app: AppID, inserting record: Element) -> Int {
        let index = firstIndex { $0.app >= app } ?? count
        if index == count || self[index].app != app { insert(record, at: index) }
        return index
    }

    mutating func removeRecord(of app: AppID) { removeAll { $0.app == app } }

    /// The least key of a record, and the first record that has it. Those of which `key` is nil do not count.
    // Inlined, so that no record is copied.
    func least(_ key: (Element) -> FetchTime?) -> (index: Int, key: FetchTime)? {
        var least: (index: Int, key: FetchTime)?
        for index in indices {
            guard let key = key(self[index]) else { continue }
            if let other = least?.key, other <= key { continue }
            least = (index, key)
        }
        return least
    }
}
