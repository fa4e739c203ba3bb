import Testing
@Test func runs() {}
