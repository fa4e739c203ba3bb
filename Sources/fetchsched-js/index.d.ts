import type { ConfigFunctions, EngineFunctions, PollerFunctions } from './interface.js'

export * from './interface.js'

/** An error of the library instead of a result; nothing was done. `status` is a member of `Status`. */
export class FetchschedError extends Error {
  readonly status: number
}

export interface Config extends ConfigFunctions {}
export interface Engine extends EngineFunctions {}
export interface Poller extends PollerFunctions {}

/** A poller in lines of JSON: docs/poll-lines.md. */
export interface PollSession {
  /** The answer to a question; throws with its words if the question is refused. */
  ask(question: object, now?: number): any
  /** The answer to a line, both as text. */
  line(text: string, now?: number): string
  /** Frees it. */
  close(): void
}

export interface Fetchsched {
  Config: new () => Config
  /** Made with a seed, or restored from a snapshot. */
  Engine: new (config?: Config, seed?: number | bigint | Uint8Array) => Engine
  /** Made with a seed, or restored from a snapshot. */
  Poller: new (config?: Config, seed?: number | bigint | Uint8Array) => Poller
  PollSession: new () => PollSession
  configRange(name: string): { least: number, most: number }
  statusText(status: number): string
}

/** Instantiates the module: fetchsched.wasm next to this file, or its bytes. */
export function load(bytes?: BufferSource): Promise<Fetchsched>
