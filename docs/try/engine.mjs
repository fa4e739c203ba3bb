// The simulator in WebAssembly: Sources/FetchTry, as .ci/page compiles it. For a worker of the page, and for Node.

const FIGURES = [
  'fresh', 'energy', 'gain', 'wakes', 'fetches', 'useful', 'noData', 'launches', 'missing', 'delay', 'battery']

export class Engine {
  #exports

  /** @param {BufferSource} bytes of the module, which has no imports */
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {})
    return new Engine(instance.exports)
  }

  constructor(exports) { this.#exports = exports }

  /** Makes the month of the preset's first device: that of `fetchsched generate`. */
  world({ preset, days, seed, radio }) {
    const [apps, count] = this.#call('try_world', [preset, days, seed, radio], 'no such preset or radio')
    return { apps, days: count }
  }

  /** Replays it under a policy, and gives the columns of `fetchsched bench`; shares are parts of 1. */
  replay({ policy, setting = NaN, value = 20, requests = NaN }) {
    const numbers = this.#call('try_replay', [policy, setting, value, requests], 'no such policy')
    return Object.fromEntries(FIGURES.map((name, index) => [name, numbers[index]]))
  }

  /** A day of the last replay; times are seconds since its midnight. */
  day(number) {
    const numbers = this.#call('try_day', [number], 'no such day')
    let next = 0
    const list = (...names) => Array.from({ length: numbers[next++] ?? 0 }, () =>
      Object.fromEntries(names.map(name => [name, numbers[next++]])))
    return {
      launches: list('time', 'app', 'use', 'stale'), fetches: list('time', 'app', 'outcome', 'woke'),
      own: list('from', 'to'), beyond: list('from', 'to'),
    }
  }

  /** Calls a function; a text is passed as its place and length. */
  #call(name, values, fault) {
    const { memory, malloc, free, try_numbers: place } = this.#exports
    const places = []
    const passed = values.flatMap(value => {
      if (typeof value !== 'string') return [value]
      const bytes = new TextEncoder().encode(value)
      const start = malloc(bytes.length)
      new Uint8Array(memory.buffer, start, bytes.length).set(bytes)
      places.push(start)
      return [start, bytes.length]
    })
    const count = this.#exports[name](...passed)
    places.forEach(start => free(start))
    if (count < 0) throw new Error(`${fault}: ${values.join(' ')}`)
    return new Float64Array(memory.buffer, place(), count).slice()
  }
}
