// fetchsched in WebAssembly, for Node, Deno and browsers: every function of fetchsched.h, and a poller in lines of JSON.
// Numbers, structs and functions are those of interface.mjs, which is made of the header.
import { ABI_VERSION, FUNCTIONS, STRUCTS, Status } from './interface.mjs'

export * from './interface.mjs'

const NEVER = 2n ** 63n - 1n
const SIZES = { i64: 8, u64: 8, f64: 8, i32: 4, u32: 4, size: 4, u8: 1, char: 1 }
const LIMITS = { i32: [-(2 ** 31), 2 ** 31 - 1], u32: [0, 2 ** 32 - 1], size: [0, 2 ** 32 - 1] }
const sizeOf = kind => SIZES[kind] ?? STRUCTS[kind].size
const camel = name => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** An error of the library instead of a result; nothing was done. */
export class FetchschedError extends Error {
  constructor(status, text) {
    super(text)
    this.name = 'FetchschedError'
    this.status = status
  }
}

/** A value as the library takes it. Infinity is a time that never comes. */
function passed(name, kind, value) {
  if (kind === 'f64' && typeof value === 'number') return value
  if (typeof value === 'boolean' && kind === 'i32') return Number(value)
  if (kind === 'i64' && value === Infinity) return NEVER
  const isWhole = typeof value === 'bigint' || Number.isInteger(value)
  if (!isWhole || kind === 'f64') throw new TypeError(`${name} is ${value}; expected a ${kind === 'f64' ? '' : 'whole '}number`)
  const [low, high] = LIMITS[kind] ?? (kind === 'i64' ? [-(2n ** 63n), NEVER] : [0n, 2n ** 64n - 1n])
  if (value < low || value > high) throw new RangeError(`${name} is ${value}; expected ${low} to ${high}`)
  return LIMITS[kind] ? Number(value) : BigInt(value)
}

/** Functions of handles and numbers alone, most of which are called often: the last parameter may be written. */
const SIMPLE = new Set(Object.keys(FUNCTIONS).filter(name => FUNCTIONS[name].every(([parameter, kind, way], index, all) =>
  way ? way === 'out' && SIZES[kind] && index === all.length - 1 : kind === 'handle' || SIZES[kind] && !/^(capacity|length|size)$/.test(parameter))))

class Library {
  #exports
  #places = []
  #answer

  constructor(exports) {
    this.#exports = exports
    this.#answer = exports.malloc(8)
  }

  // Views are made each time, as they end when the memory grows.
  get #view() { return new DataView(this.#exports.memory.buffer) }

  bytes(start, count) { return new Uint8Array(this.#exports.memory.buffer, start, count) }

  #place(count) {
    const place = this.#exports.malloc(Math.max(count, 1))
    if (place === 0) throw new Error('no memory')
    this.#places.push(place)
    return place
  }

  #put(bytes) {
    const place = this.#place(bytes.length)
    this.bytes(place, bytes.length).set(bytes)
    return place
  }

  #read(kind, place) {
    const view = this.#view
    switch (kind) {
      case 'i64': {
        const value = view.getBigInt64(place, true)
        return value === NEVER ? Infinity : Number(value)
      }
      case 'u64': return view.getBigUint64(place, true)
      case 'f64': return view.getFloat64(place, true)
      case 'i32': return view.getInt32(place, true)
      case 'u32': case 'size': return view.getUint32(place, true)
    }
    const { fields } = STRUCTS[kind]
    return Object.fromEntries(fields.map(([name, of, offset]) => [name, this.#read(of, place + offset)]))
  }

  #write(name, kind, place, value) {
    if (STRUCTS[kind]) {
      for (const key of Object.keys(value)) {
        if (!STRUCTS[kind].fields.some(([field]) => field === key)) throw new TypeError(`there is no ${key} in ${name}`)
      }
      for (const [field, of, offset, count] of STRUCTS[kind].fields) {
        if (value[field] === undefined) continue
        const items = count ? value[field] : [value[field]]
        if (items.length > (count ?? 1)) throw new RangeError(`${field} has ${items.length}; expected ${count} at most`)
        items.forEach((item, index) => this.#write(field, of, place + offset + index * sizeOf(of), item))
      }
      return
    }
    const number = passed(name, kind, value)
    if (kind === 'i64') this.#view.setBigInt64(place, number, true)
    else if (kind === 'u64') this.#view.setBigUint64(place, number, true)
    else if (kind === 'f64') this.#view.setFloat64(place, number, true)
    else this.#view.setUint32(place, number >>> 0, true)
  }

  statusText(status) {
    const start = this.#exports.fetchsched_status_text(status)
    return new TextDecoder().decode(this.bytes(start, this.bytes(start, 200).indexOf(0)))
  }

  /** Calls fetchsched_`name`. What it writes is returned: one value, or several by their names. */
  call(name, ...values) { return SIMPLE.has(name) ? this.#callSimple(name, values) : this.#call(name, values, 256) }

  #callSimple(name, values) {
    const parameters = FUNCTIONS[name]
    const [, kind, way] = parameters[parameters.length - 1]
    const count = parameters.length - (way ? 1 : 0)
    if (values.length < count) throw new TypeError(`${name}: ${parameters[values.length][0]} is missing`)
    const list = parameters.slice(0, count).map(([parameter, of], index) =>
      of === 'handle' ? values[index]?.handle ?? 0 : passed(parameter, of, values[index]))
    const status = this.#exports['fetchsched_' + name](...list, this.#answer)
    if (status) throw new FetchschedError(status, this.statusText(status))
    return way && this.#read(kind, this.#answer)
  }

  #call(name, values, room) {
    const [given, list, answers, counts] = [[], [], [], []]
    const next = parameter => {
      if (values.length <= given.length) throw new TypeError(`${name}: ${parameter} is missing`)
      given.push(parameter)
      return values[given.length - 1]
    }
    const parameters = FUNCTIONS[name]
    try {
      for (const [index, [parameter, kind, way]] of parameters.entries()) {
        const follows = parameters[index + 1]?.[0]
        if (way === 'out' && follows === 'capacity') {
          // Bytes and texts have the size that they have; of others the caller says how many at most.
          const count = sizeOf(kind) > 1 ? passed('most', 'size', values[given.length] ?? 64) : room
          counts.push(kind, this.#place(sizeOf(kind) * count), count)
          list.push(counts[1])
        } else if (parameter === 'capacity') list.push(counts[2])
        else if (way === 'out') {
          answers.push([parameter, kind, this.#place(sizeOf(kind === 'handle' || kind === 'address' ? 'u32' : kind))])
          list.push(answers.at(-1)[2])
        } else if (kind === 'text' || kind === 'bytes' || way === 'list') {
          let value = next(parameter)
          if (kind === 'text') value = new TextEncoder().encode(value)
          if (kind === 'text' && !/^(length|size)$/.test(follows)) {
            if (value.includes(0)) throw new TypeError(`${parameter} has a NUL`)
            list.push(this.#put([...value, 0]))
          } else if (way === 'list') {
            const place = this.#place(sizeOf(kind) * value.length)
            for (const [number, item] of [...value].entries()) this.#write(parameter, kind, place + number * sizeOf(kind), item)
            list.push(place, value.length)
          } else list.push(this.#put(value), value.length)
        } else if (way === 'in') {
          const value = next(parameter)
          const place = value ? this.#place(sizeOf(kind)) : 0
          this.bytes(place, value ? sizeOf(kind) : 0).fill(0)
          if (value) this.#write(parameter, kind, place, value)
          list.push(place)
        } else if (kind === 'handle') list.push(next(parameter)?.handle ?? 0)
        else if (!(/^(length|size)$/.test(parameter) || way === 'count')) list.push(passed(parameter, kind, next(parameter)))
      }
      const status = this.#exports['fetchsched_' + name](...list)
      if (status === Status.ERROR_BUFFER_TOO_SMALL && SIZES[counts[0]] === 1) {
        return this.#call(name, values, this.#read('size', answers.at(-1)[2]))
      }
      if (status) throw new FetchschedError(status, this.statusText(status))
      const found = answers.map(([parameter, kind, place]) =>
        [camel(parameter), this.#read(kind === 'handle' || kind === 'address' ? 'u32' : kind, place)])
      if (counts.length > 0) {
        const [[kind, place], count] = [counts, found.at(-1)[1]]
        if (kind === 'u8') return this.bytes(place, count).slice()
        if (kind === 'char') return new TextDecoder().decode(this.bytes(place, count))
        return Array.from({ length: count }, (_, number) => this.#read(kind, place + number * sizeOf(kind)))
      }
      return found.length > 1 ? Object.fromEntries(found) : found[0]?.[1]
    } finally {
      for (const place of this.#places.splice(0)) this.#exports.free(place)
    }
  }
}

/** A class of handles: a method for each function that takes one first, by its name in the header without a prefix. */
function handles(library, kind, prefix, create) {
  const Handles = class {
    constructor(...values) { this.handle = create(...values) }
    close() {
      library.call(prefix + 'destroy', this)
      this.handle = 0
    }
  }
  for (const [name, [first]] of Object.entries(FUNCTIONS)) {
    if (first?.[0] !== kind || first[2] === 'out' || /(create|destroy|restore)$/.test(name)) continue
    Handles.prototype[camel(name.replace(new RegExp('^' + prefix), ''))] = function (...values) {
      return library.call(name, this, ...values)
    }
  }
  return Handles
}

/** Instantiates the module: fetchsched.wasm next to this file, or its bytes. */
export async function load(bytes) {
  if (!bytes) {
    const place = new URL('fetchsched.wasm', import.meta.url)
    bytes = place.protocol === 'file:' ? await (await import('node:fs/promises')).readFile(place) : await (await fetch(place)).arrayBuffer()
  }
  const { instance } = await WebAssembly.instantiate(bytes, {})
  const found = instance.exports.fetchsched_abi_version()
  if (found !== ABI_VERSION) throw new Error(`the module has interface ${found}, expected ${ABI_VERSION}`)
  const library = new Library(instance.exports)
  const made = (name, restore) => (config, second) =>
    second instanceof Uint8Array ? library.call(restore, config, second) : library.call(name, config, second ?? 0n)
  const Config = handles(library, 'config', 'config_', () => library.call('config_create'))
  const Session = handles(library, 'session', 'poll_', () => library.call('poll_create'))
  /** A poller in lines of JSON (docs/poll-lines.md). */
  class PollSession extends Session {
    /** The answer to a question; throws with its words if the question is refused. */
    ask(question, now = Date.now()) {
      const answer = JSON.parse(this.line(JSON.stringify(question), now))
      if (answer.error) throw new Error(answer.error)
      return answer
    }

    /** The answer to a line, both as text. */
    line(text, now = Date.now()) {
      const { answer, size } = library.call('poll_ask', this, text, Math.round(now))
      return new TextDecoder().decode(library.bytes(answer, size))
    }
  }
  return {
    Config, PollSession,
    Engine: handles(library, 'engine', '', made('create', 'restore')),
    Poller: handles(library, 'poller', 'poller_', made('poller_create', 'poller_restore')),
    configRange: name => library.call('config_range', name),
    statusText: status => library.statusText(status),
  }
}
