/// Which apps become part of a trace.
///
/// Left out are the parts of the system that are in front without being an app that anybody opens, and what
/// the user names; what the user includes is included whatever else is said.
package struct AppSelection: Sendable {
    /// Included in any case.
    package var included: [NameGlob]
    /// Left out, too.
    package var excluded: [NameGlob]

    package init(included: [NameGlob] = [], excluded: [NameGlob] = []) {
        self.included = included
        self.excluded = excluded
    }

    /// Whether the app is left out.
    ///
    /// - Parameter isKnown: whether the log itself says that it is no app.
    package func leavesOut(_ app: String, isKnown: Bool = false) -> Bool {
        let name = FoldedName(app)
        if included.contains(where: { $0.matches(name) }) { return false }
        return isKnown || excluded.contains { $0.matches(name) } || Self.system.contains { $0.matches(name) }
    }

    /// The patterns of what is never launched for its own sake: home screens, the lock screen, call screens, system
    /// dialogues, the shells of desktops, and the lines about the screen that App Usage puts among the apps.
    package static let system: [NameGlob] = [
        // Android.
        "android", "android@*", "com.android.systemui*", "com.android.keyguard*", "*launcher*",
        "com.miui.home*", "com.sonymobile.home*", "com.sonyericsson.home*", "*trebuchet*", "*lawnchair*",
        "*.incallui*", "com.android.server.telecom*", "com.android.permissioncontroller*",
        "com.google.android.permissioncontroller*", "*.packageinstaller*", "com.android.intentresolver*",
        "com.android.internal*",
        // App Usage, by label.
        "System UI", "Package installer", "Permission controller", "Call Management", "*One UI*",
        "TouchWiz *",
        "Samsung Experience *", "Xperia Home", "Screen off*", "Screen on*", "Screen locked*",
        "Device shutdown*", "Device boot*", "Device start*", "Activity history *",
        // Desktops.
        "explorer.exe", "SearchApp.exe", "SearchHost.exe", "SearchUI.exe", "*ExperienceHost.exe",
        "ShellHost.exe", "LockApp.exe", "LogonUI.exe", "consent.exe", "aw-qt*", "gnome-shell", "plasmashell",
        "Dock", "loginwindow", "ScreenSaverEngine", "unknown",
    ].map { NameGlob($0) }
}
