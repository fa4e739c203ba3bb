// Plays a journal of an engine or a poller (docs/contributing/journal-format.md) and gives it back, each call with the answers that the
// JavaScript package gives.
//
//     node Tests/Doors/replay.mjs PACKAGE/index.mjs < JOURNAL
const REALS = ['level', 'joules', 'latitude', 'longitude', 'accuracy', 'radius', 'weight', 'price']
const TEXTS = ['kind', 'changed', 'name', 'values']
// The fields of each action, in their order in a journal.
const ACTIONS = {
  FETCH: 'app cause', STOP_FETCH: 'app', REFRESH_SNAPSHOT: 'app', DELIVER_PUSH: 'app id cause happened',
  WAKE_FOR_LOCATION: 'app cause number happened until', TASK_EXPIRING: 'id', TERMINATE: 'app number', TASK_LEFT_OPEN: 'app id',
  SUSPEND: 'app', RESUME: 'app', START_TRANSFER: 'id bytes', PAUSE_TRANSFER: 'id', GIVE_UP_TRANSFER: 'id',
  WAKE_FOR_TRANSFERS: 'app number',
}
const NEVER = 2n ** 63n - 1n

const bits = new DataView(new ArrayBuffer(8))
function real(text) {
  bits.setBigUint64(0, BigInt('0x' + text))
  return bits.getFloat64(0)
}
function hex(number) {
  bits.setFloat64(0, number)
  return bits.getBigUint64(0).toString(16).padStart(16, '0')
}

// What a call does with the made thing, the time and the line's fields; its answer is a line, several or none.
const engine = {
  event: (e, time_ms, f, api) => e.observe({
    time_ms, kind: api.Event[f.kind.toUpperCase()], app: f.app ?? api.NO_APP, value: f.value ?? 0, until_ms: f.until ?? 0,
    bytes: f.bytes ?? 0, level: f.level ?? 0 }),
  remove: (e, now, f) => e.remove(f.app, now),
  interval: (e, now, f) => e.setInterval(f.app, f.interval, now),
  announces: (e, now, f) => e.setAnnouncesContent(f.app, f.value),
  complete: (e, now, f) => e.complete(f.app, Number(f.outcome), f.bytes, f.joules ?? -1, now),
  request: (e, now, f) => e.requestFetch(f.app, now),
  force: (e, now, f) => e.forceFetch(f.app, now),
  watch: (e, now, f) => 'latitude' in f
    ? e.watchRegion(f.app, f.region, f.latitude, f.longitude, f.radius) : e.watchBeacon(f.app, f.region),
  unwatch: (e, now, f) => e.unwatchRegion(f.app, f.region),
  watch_changes: (e, now, f) => e.watchSignificantChanges(f.app, f.value),
  position: (e, now, f) => e.observePosition(f.latitude, f.longitude, f.accuracy, now),
  crossing: (e, now, f) => e.observeCrossing(f.app, f.region, f.value, now),
  change: (e, now, f) => e.observeSignificantChange(f.app, now),
  end: (e, now, f) => e.endTask(f.id, now),
  cancel: (e, now, f) => e.cancelTransfer(f.id, now),
  progress: (e, now, f) => e.transferProgress(f.id, f.bytes, now),
  interrupted: (e, now, f) => e.transferInterrupted(f.id, f.bytes, now),
  finished: (e, now, f) => e.transferFinished(f.id, now),
  restarted: (e, now) => e.hostRestarted(now),
  register: (e, now, f) => `app app=${e.register(f.interval, now)}`,
  receive: (e, now, f, api) => {
    const got = e.receivePush(f.app, f.value, f.number, now)
    return `reception value=${got.decision}${got.decision === api.Reception.REPLACED ? ` number=${got.replaced}` : ''}`
  },
  begin: (e, now, f) => `task id=${e.startTask(f.app, now)}`,
  enqueue: (e, now, f) => `transfer id=${e.enqueueTransfer({
    app: f.app, bytes: f.bytes, flags: f.flags, session: f.session, priority: f.priority, timeout_ms: f.timeout }, now)}`,
  next: (e, now, f, api) => {
    const lines = []
    for (let left = 1; left > 0; left--) {
      const [action] = e.takeActions(f.may, now, 1)
      if (!action) return [...lines, 'none']
      const kind = Object.keys(api.Action).find(name => api.Action[name] === action.kind)
      const numbers = { ...action, happened: action.happened_ms, until: action.until_ms }
      lines.push(kind.toLowerCase() + ACTIONS[kind].split(' ').map(key => ` ${key}=${whole(numbers[key])}`).join(''))
      if (kind === 'TERMINATE') left += action.number
    }
    return lines
  },
  deadline: (e, now, f) => `time until=${whole(e.nextDeadline(f.may, now))}`,
  run: (e, now) => `time until=${whole(e.nextRun(now))}`,
}
const limits = f => ({ least_ms: f.least, most_ms: f.most, weight: f.weight, group: f.group })
const poller = {
  set_source: (p, now, f) => p.setSource(f.app, limits(f), now),
  remove_source: (p, now, f) => p.removeSource(f.app, now),
  pause_source: (p, now, f) => p.pauseSource(f.app, f.value, now),
  set_group: (p, now, f) => p.setGroup(f.group, f.spacing, f.once),
  remove_group: (p, now, f) => p.removeGroup(f.group),
  defer_request: (p, now, f) => p.deferRequest(f.app, f.until, now),
  note_read: (p, now, f) => p.noteRead(f.app, now),
  note_announcement: (p, now, f) => p.noteAnnouncement(f.app, now),
  set_network: (p, now, f) => p.setNetwork(f.value, now),
  join_price: (p, now, f) => p.joinPrice(f.price, now),
  restarted: (p, now) => p.hostRestarted(now),
  add_source: (p, now, f) => `app app=${p.addSource(limits(f), now)}`,
  add_group: (p, now, f) => `group group=${p.addGroup(f.spacing, f.once)}`,
  due: (p, now) => p.due(now, 1).map(source => `source app=${source}`)[0] ?? 'none',
  deadline: (p, now) => `time until=${whole(p.nextDeadline(now))}`,
  next_request: (p, now, f) => `time until=${whole(p.nextRequest(f.app, now))}`,
  record_answer: (p, now, f) => `time until=${whole(p.recordAnswer(
    f.app, Number(f.outcome), f.bytes, (f.changed ?? '').split(',').filter(Boolean).map(BigInt), f.wait ?? -1, f.age ?? -1, now))}`,
  idle: (p, now) => `idle value=${p.idleReason(now)}`,
  price: (p, now) => `price price=${hex(p.price(now))}`,
}
const whole = number => (number === Infinity ? NEVER : number)

const configure = {
  set: (c, f) => c.set(f.name, real(f.value)),
  poller: (c, f) => c.setPoller(real(f.value)),
  radio: (c, f) => {
    const values = f.values.split(',').map(real)
    const [promotion_s, promotion_j, base_w, j_per_byte, up_j_per_byte, request_s, bytes_per_s, ...rest] = values
    const tail = []
    for (let i = 0; i < rest.length; i += 4) {
      tail.push({ duration_s: rest[i], power_w: rest[i + 1], promotion_s: rest[i + 2], promotion_j: rest[i + 3] })
    }
    c.setRadio({ promotion_s, promotion_j, base_w, j_per_byte, up_j_per_byte, request_s, bytes_per_s, stage_count: tail.length, tail })
  },
  power: (c, f, api) => {
    const [run_j, cold_start_j, handling_j_per_mb, request_down_bytes, request_up_bytes, awake_w] = f.values.split(',').map(real)
    const alive_processes = f.number < 0 ? api.ALL_PROCESSES : Number(f.number)
    c.setPower({ run_j, cold_start_j, handling_j_per_mb, request_down_bytes, request_up_bytes, awake_w, alive_processes })
  },
}

/** The journal with this package's answers; `api` is its module, and `made` what its `load` gave. */
export function replay(journal, api, made) {
  const config = new made.Config()
  const lines = []
  let [thing, calls, Made] = []
  for (const line of journal.split('\n')) {
    if (!line || line.startsWith('=')) continue
    lines.push(line)
    const [time, verb, ...words] = line.split(' ')
    const isTold = thing !== undefined
    const fields = Object.fromEntries(words.map(word => {
      const [key, ...rest] = word.split('=')
      const text = rest.join('=')
      return [key, TEXTS.includes(key) || !isTold && key === 'value' ? text : REALS.includes(key) ? real(text) : BigInt(text)]
    }))
    if (verb === 'create' || verb === 'create_poller') {
      [Made, calls] = verb === 'create' ? [made.Engine, engine] : [made.Poller, poller]
      thing = new Made(config, fields.seed)
      continue
    }
    if (!isTold) {
      configure[verb](config, fields, api)
      continue
    }
    let answers
    try {
      if (verb === 'clock') answers = []
      else if (verb === 'restore') {
        const snapshot = thing.snapshot()
        thing.close()
        thing = new Made(config, snapshot)
      } else if (verb === 'snapshot') {
        const snapshot = thing.snapshot()
        const digest = snapshot.reduce((hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001B3n), 0xCBF29CE484222325n)
        answers = `snapshot bytes=${snapshot.length} hash=${digest.toString(16).padStart(16, '0')}`
      } else answers = calls[verb](thing, Number(time), fields, api)
    } catch (error) {
      if (!(error instanceof api.FetchschedError)) throw error
      answers = 'refused'
    }
    for (const answer of [answers ?? []].flat()) lines.push(`= ${time} ${answer}`)
  }
  return lines.join('\n') + '\n'
}

if (globalThis.process?.argv[2]) {
  const { pathToFileURL } = await import('node:url')
  const { readFileSync } = await import('node:fs')
  const api = await import(pathToFileURL(process.argv[2]))
  process.stdout.write(replay(readFileSync(0, 'utf8'), api, await api.load()))
}
