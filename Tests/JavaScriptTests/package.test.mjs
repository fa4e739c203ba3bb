// The JavaScript package, which $FETCHSCHED_JS is: run by .ci/js.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const api = await import(pathToFileURL(resolve(process.env.FETCHSCHED_JS)))
const { Config, Engine, Poller, PollSession, configRange } = await api.load()
const now = 1704067200000

test('the transcript has the same answers', () => {
  const session = new PollSession()
  const lines = readFileSync('docs/examples/poll/transcript.txt', 'utf8').trim().split('\n')
  for (let i = 0; i < lines.length; i += 2) assert.equal('< ' + session.line(lines[i].slice(2), 0), lines[i + 1])
  assert.throws(() => session.ask({ due: -1 }), /expected a whole number/)
})

test('every function of the header is there, and has a method', () => {
  const header = readFileSync('Sources/CFetchSched/include/fetchsched.h', 'utf8')
  const names = [...header.matchAll(/^(?:fetchsched_status|void) fetchsched_(\w+)\(/gm)].map(found => found[1])
  assert.deepEqual(Object.keys(api.FUNCTIONS).sort(), names.sort())
  const methods = [Config, Engine, Poller].flatMap(each => Object.getOwnPropertyNames(each.prototype))
  assert.equal(methods.length, 3 * 2 + names.filter(name => !/(create|destroy|restore|range)$|^poll_/.test(name)).length)
})

test('structs have the places that the header gives them', () => {
  // Beginnings and sizes of fetchsched_event and fetchsched_radio, as layout.c has them on all platforms.
  assert.deepEqual([api.STRUCTS.event.size, api.STRUCTS.radio.size, api.STRUCTS.action.size], [56, 320, 56])
})

test('wrong arguments are errors, and change nothing', () => {
  const engine = new Engine(undefined, 7)
  const app = engine.register(0, now)
  const before = engine.snapshot()
  assert.throws(() => engine.remove('0', now), TypeError)
  assert.throws(() => engine.remove(0.5, now), TypeError)
  assert.throws(() => engine.remove(-1n, now), RangeError)
  assert.throws(() => engine.remove(2n ** 64n, now), RangeError)
  assert.throws(() => engine.remove(app), TypeError)
  assert.throws(() => engine.register(2n ** 63n, now), RangeError)
  assert.throws(() => engine.observe({ kind: api.Event.LAUNCH, time_ms: now, app, lunch: 1 }), /there is no lunch/)
  assert.throws(() => engine.complete(app, 2 ** 32, 0, -1, now), RangeError)
  assert.throws(() => engine.remove(99, now), error => error instanceof api.FetchschedError && error.status === api.Status.ERROR_UNKNOWN_APP)
  assert.throws(() => new Config().set('nonsense\0', 1), TypeError)
  assert.throws(() => new Config().set('nonsense', 1), api.FetchschedError)
  assert.deepEqual(engine.snapshot(), before)
})

test('a snapshot of any size is restored, a damaged one refused', () => {
  const config = new Config()
  config.set('valueJoules', 60)
  assert.equal(config.get('valueJoules'), 60)
  assert.deepEqual(configRange('forecast.halfLifeDays').least > 0, true)
  const engine = new Engine(config, 1n)
  for (let i = 0; i < 200; i++) engine.register(0, now)
  const snapshot = engine.snapshot()
  assert.ok(snapshot.length > 1000)
  assert.deepEqual(new Engine(config, snapshot).snapshot(), snapshot)
  snapshot[40] ^= 1
  assert.throws(() => new Engine(config, snapshot), error => error.status === api.Status.ERROR_DAMAGED)
  assert.match(engine.explainText(0n, now), /\w/)
})

test('lists go to their end, memory grows, and what is closed is gone', () => {
  const config = new Config()
  config.setPoller(1e9)
  const poller = new Poller(config, 1)
  for (let i = 0; i < 3000; i++) poller.addSource({ least_ms: 300000, most_ms: Infinity, weight: 1, group: -1 }, now)
  assert.equal(poller.sourceCount(), 3000)
  assert.ok(poller.due(now + 3600e3, 1000).length <= 1000)
  assert.equal(typeof poller.nextDeadline(now), 'number')
  poller.close()
  assert.throws(() => poller.sourceCount(), error => error.status === api.Status.ERROR_INVALID_HANDLE || error.status < 0)
})

test('microseconds of calls', () => {
  const engine = new Engine(undefined, 1)
  for (let i = 0; i < 8; i++) engine.register(0, now)
  const session = new PollSession()
  session.ask({ hello: 'fetchsched-poll/1', requestsPerDay: 100000, seed: 1 })
  session.ask({ sources: Array.from({ length: 1000 }, (_, n) => `https://h${n}.example/`), now })
  const took = (count, work) => {
    for (let i = 0; i < count; i++) work(i)
    const start = process.cpuUsage()
    for (let i = 0; i < count; i++) work(i)
    const used = process.cpuUsage(start)
    return ((used.user + used.system) / count).toFixed(1)
  }
  let time = now
  console.log(`js: nextDeadline ${took(100000, () => engine.nextDeadline(true, now))} µs, idle in lines`,
    `${took(50000, () => session.ask({ idle: true, now }))} µs, due and asked in lines`,
    `${took(5000, () => {
      time += 1000
      for (const name of session.ask({ due: 1, now: time }).due) session.ask({ asked: name, outcome: 'nothing', now: time })
    })} µs of a core`)
})
