extension GeneratorPreset {
    public static let all: [GeneratorPreset] = []
}
