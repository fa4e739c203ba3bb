/// A host of the engine: a phone with some apps, and days of use that are made by arithmetic. It prints each thing that
/// the engine asks for, in local time, and what the engine knows in the end. The examples in C and in Python are the same
/// host, and print the same bytes.
///
///     swift run embed-in-swift

var phone = Phone()
try phone.run()
