// Written by the program in Benchmarks/prior: do not edit.

/// What the models of 120 generated users had come to after four weeks, in the mean, but for those between sessions, the sums
/// of squares and the weight of pauses, which were chosen: see ``ModelStart``.
enum FittedPrior {
    static var start: ModelStart {
        ModelStart(
            nextApp: [inSession, firstOfSession], pausing: pausing,
            // By people's mean the peaks of a regular user would be blunt.
            away: ModelStart.plain.away, pauses: pauses, hours: hours)
    }

    private static var inSession: ModelStart.NextApp {
        ModelStart.NextApp(
            weights: FloatLanes(0.455, 0.309, 0.265, 0.584, 0.286, 0.352, 0, 0),
            bySessions: [
                -0.035, 0.012, 0.016, -0.029, -0.076, -0.074, -0.097, -0.227, -0.349, -0.478, -0.587, 0.496,
            ],
            byPlace: [
                -1.16, 0.391, 0.296, 0.147, 0.019, 0.012, -0.013, -0.002, -0.012, -0.08, -0.037, -0.044,
                0.011, -0.021, -0.062, -0.007, -0.033, -0.05, -0.048, -0.061, -0.036, -0.124, -0.079, -0.102,
                -0.101, -0.139, -0.102, -0.104, -0.071, -0.091, -0.096, -0.076, -0.705, 0.496,
            ],
            weightSquares: 4, biasSquares: 8)
    }

    private static var firstOfSession: ModelStart.NextApp {
        ModelStart.NextApp(
            weights: FloatLanes(0.567, 0.288, 0.333, 0.361, 0.193, 0.16, 0, 0),
            bySessions: [
                0, 0.192, 0.084, -0.01, -0.134, -0.16, -0.189, -0.322, -0.433, -0.528, -0.729, 0.695,
            ],
            byPlace: [
                0.162, 0.17, 0.04, -0.005, -0.065, -0.041, -0.101, -0.076, -0.078, -0.078, -0.06, -0.067,
                -0.022, -0.046, -0.074, -0.058, -0.061, -0.061, -0.075, -0.074, -0.047, -0.057, -0.072,
                -0.083,
                -0.043, -0.079, -0.045, -0.049, -0.055, -0.01, -0.08, -0.055, -0.791, 0.695,
            ],
            weightSquares: 4, biasSquares: 8)
    }

    private static var pausing: ModelStart.Use {
        ModelStart.Use(
            weights: UseModel.Features(-0.043, 0.043, 0.071, 0.916, 0.001, 0.119, 0, 0),
            biases: [
                0.303, 0.255, 0.162, 0.013, -0.153, -0.216, -0.221, -1.58, 0, 0, 0, 0,
                0, 0, 0, 0,
            ],
            weightSquares: 4, biasSquares: 8)
    }

    private static var pauses: [ModelStart.Pause] {
        [
            ModelStart.Pause(launches: 0.3, seconds: 2.7, expected: 0.00313),
            ModelStart.Pause(launches: 0.3, seconds: 4.81, expected: 0.00529),
            ModelStart.Pause(launches: 0.3, seconds: 12.72, expected: 0.01341),
            ModelStart.Pause(launches: 0.3, seconds: 57.11, expected: 0.05835),
            ModelStart.Pause(launches: 0.3, seconds: 411, expected: 0.41457),
            ModelStart.Pause(launches: 0.3, seconds: 5904, expected: 5.92),
            ModelStart.Pause(launches: 0, seconds: 0, expected: 0),
            ModelStart.Pause(launches: 0.3, seconds: 376, expected: 0.36383),
            ModelStart.Pause(launches: 0.3, seconds: 542, expected: 0.4839),
            ModelStart.Pause(launches: 0.3, seconds: 792, expected: 0.62204),
            ModelStart.Pause(launches: 0.3, seconds: 1180, expected: 0.73976),
            ModelStart.Pause(launches: 0.3, seconds: 1904, expected: 0.88486),
            ModelStart.Pause(launches: 0.3, seconds: 3356, expected: 1.03),
            ModelStart.Pause(launches: 0.3, seconds: 4767, expected: 1.1),
            ModelStart.Pause(launches: 0.3, seconds: 3813, expected: 1.31),
            ModelStart.Pause(launches: 0.3, seconds: 2916, expected: 1.36),
        ]
    }

    private static var hours: [Double] {
        [
            0.485, 0.28, 0.197, 0.16, 0.125, 0.158, 0.358, 0.87, 1.3, 1.37, 1.33, 1.37,
            1.47, 1.35, 1.19, 1.15, 1.18, 1.34, 1.54, 1.72, 1.65, 1.44, 1.16, 0.833,
        ]
    }
}
