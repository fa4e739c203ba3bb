// A worker of the page: one world, whose questions come one after the other. engine.mjs stands before it.

let engine
self.onmessage = async ({ data: { id, call, given } }) => {
  try {
    if (call === 'load') engine = await Engine.load(given)
    self.postMessage({ id, answer: call === 'load' ? null : engine[call](given) })
  } catch (error) {
    self.postMessage({ id, fault: String(error) })
  }
}
