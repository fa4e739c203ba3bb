// A poller in lines of JSON (docs/poll-lines.md), without a process: for Node, Deno and browsers.
//
//     docs/examples/wasm/module library poll.wasm
//
//     const poller = await Poller.load(await readFile('poll.wasm'))     // or (await fetch('poll.wasm')).arrayBuffer()
//     poller.ask({ hello: 'fetchsched-poll/1', requestsPerDay: 1200 })
//     const { due, next } = poller.ask({ due: 10 })

/** Decides which sources to ask when. */
export class Poller {
  #exports
  #handle
  /** Where the module writes an address and a size. */
  #places

  /** @param {BufferSource} bytes of the module */
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {})
    return new Poller(instance.exports)
  }

  constructor(exports) {
    this.#exports = exports
    this.#places = exports.malloc(8)
    if (exports.fetchsched_poll_create(this.#places) !== 0) throw new Error('no poller could be made')
    this.#handle = this.#word(this.#places)
  }

  // Views are made each time, as they end when the memory grows.
  #word(place) { return new DataView(this.#exports.memory.buffer).getUint32(place, true) }

  #bytes(start, count) { return new Uint8Array(this.#exports.memory.buffer, start, count) }

  /**
   * @param {object} question
   * @param {number} now milliseconds since 1970
   * @returns {any} the answer; throws with its words if the question is refused
   */
  ask(question, now = Date.now()) {
    const answer = JSON.parse(this.line(JSON.stringify(question), now))
    if (answer.error) throw new Error(answer.error)
    return answer
  }

  /** The answer to a line, both as text. */
  line(text, now = Date.now()) {
    const line = new TextEncoder().encode(text)
    const start = this.#exports.malloc(line.length)
    if (start === 0) throw new Error('no memory')
    this.#bytes(start, line.length).set(line)
    const { fetchsched_poll_ask: ask, free } = this.#exports
    const status = ask(this.#handle, start, line.length, BigInt(Math.round(now)), this.#places, this.#places + 4)
    free(start)
    if (status !== 0) throw new Error(`status ${status}`)
    const [place, size] = [this.#word(this.#places), this.#word(this.#places + 4)]
    return new TextDecoder().decode(this.#bytes(place, size))
  }

  /** Ends the poller. */
  close() { this.#exports.fetchsched_poll_destroy(this.#handle) }
}
