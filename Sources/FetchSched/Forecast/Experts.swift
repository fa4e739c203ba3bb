/// What may say by itself when the user opens the next app, whichever it is: for comparison with ``UseForecast``, see
/// ``ForecastParameters/timeExpert``.
package enum TimeExpert: Int, CaseIterable, Hashable, Sendable {
    /// The overall rate.
    case constant
    /// The rate at this time of day, on weekdays or at weekends.
    case rhythm
    /// The rate at this hour of the week.
    case weekly
    /// The rate after a pause, or in a use, of this length.
    case pause
    /// The daily rhythm, times what the length of the pause or use makes of it.
    case rhythmAndPause
    /// The rhythm of the last few days, times what the length of the pause or use makes of it.
    case recentAndPause
    /// The hour of the week, times what the length of the pause or use makes of it.
    case weeklyAndPause
    /// As `rhythmAndPause`, times how busy the last hours were beside what was expected of them.
    case activity
}

/// What may say by itself which app is opened next: for comparison with ``NextAppForecast``, see
/// ``ForecastParameters/appExpert``.
package enum AppExpert: Int, CaseIterable, Hashable, Sendable {
    /// Overall popularity.
    case popularity
    /// Popularity in this situation: within a session, or as the first of a new one.
    case situation
    /// Popularity at this hour of day.
    case hour
    /// What followed the previous app.
    case successor
    /// How recently the app was used.
    case recency
    /// What followed the previous app in this situation: within a session, or as the first of a new one.
    case situationSuccessor
    /// What followed the previous two apps.
    case pair
    /// Popularity among the last few dozen launches.
    case recentPopularity
}
