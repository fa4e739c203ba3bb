/// Something that belongs to one app.
protocol AppOwned: Sendable {
    var app: AppID { get }
}

extension AppID: AppOwned {
    var app: AppID { self }
}

/// Records of apps, at most one for each app, in the order of the apps' indexes.
extension Array where Element: AppOwned {
    /// The index of the app's record; nil if there is none.
    func index(of app: AppID) -> Int? {
        let index = insertionIndex(of: app)
        return index < count && self[index].app == app ? index : nil
    }

    /// The index of the app's record; the record is inserted if there is none.
    mutating func index(of app: AppID, inserting record: Element) -> Int {
        let index = insertionIndex(of: app)
        if index == count || self[index].app != app { insert(record, at: index) }
        return index
    }

    mutating func removeRecord(of app: AppID) {
        if let index = index(of: app) { remove(at: index) }
    }

    private func insertionIndex(of app: AppID) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].precedes(app) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether each app has one record at most, and the records are in order.
    var isInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.precedes($1.app) } }
}

extension AppOwned {
    fileprivate func precedes(_ other: AppID) -> Bool {
        (app.index, app.generation) < (other.index, other.generation)
    }
}
