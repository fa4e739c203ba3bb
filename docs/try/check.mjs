// Compares the module's figures with those of the command, for the worlds below.
//
//     FETCHSCHED=.build/release/fetchsched node docs/try/check.mjs try.wasm
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from './engine.mjs'

const KEYS = {
  fresh: 'freshLaunchShare', energy: 'backgroundJoulesPerDay', gain: 'gainJoulesPerDay', wakes: 'wakeupsPerDay',
  fetches: 'fetchesPerDay', useful: 'usefulShare', noData: 'noDataShare', launches: 'launchesPerDay', battery: 'batteryShare',
}
const UPDATES = { missing: 'missingAgeMinutes', delay: 'delayMinutes' }
const WORLDS = [
  { preset: 'commuter', days: 28, seed: 1, radio: 'lte', value: 20 },
  { preset: 'student', days: 28, seed: 7, radio: '5g-nsa', value: 5 },
  { preset: 'sparse', days: 28, seed: 3, radio: 'wifi', value: 100 },
  { preset: 'night-shift', days: 28, seed: 2, radio: '3g', value: 50 },
  { preset: 'everything', days: 14, seed: 4, radio: 'lte-5s', value: 200 },
  { preset: 'server', days: 21, seed: 42, radio: 'wired', value: 20, requests: 1000 },
]
const RUNS = [['none'], ['one-score', 1800], ['jobscheduler', 14400], ['fixed', 21600], ['piggyback', 3600], ['adaptive']]

const command = process.env.FETCHSCHED ?? 'fetchsched'
const run = (...words) => execFileSync(command, words.map(String), { encoding: 'utf8', maxBuffer: 1 << 28 })
const folder = mkdtempSync(join(tmpdir(), 'fetchsched-page-'))
const faults = []
let compared = 0
const compare = (where, found, wanted) => {
  compared += 1
  // The command writes six decimals.
  const isSame = wanted === null ? Number.isNaN(found) : Math.abs(found - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted))
  if (!isSame) faults.push(`${where}: ${found}, the command has ${wanted}`)
}
try {
  const engine = await Engine.load(readFileSync(process.argv[2]))
  const trace = join(folder, 'trace.csv')
  const poller = join(folder, 'poller.conf')
  for (const world of WORLDS) {
    const { preset, days, seed, radio, value, requests } = world
    run('generate', '--preset', preset, '--days', days, '--seed', seed, '-q', '-o', trace)
    const more = radio === 'wired' ? ['--power-profile', 'requests', '--config', poller] : []
    writeFileSync(poller, `budget.requestsPerDay = ${requests}\npolling.ageJoules = 1\n`)
    const names = RUNS.map(([policy, setting]) => setting ? `${policy}-${setting}` : policy)
    const start = performance.now()
    const [report] = [JSON.parse(run(
      'bench', trace, '--radio', radio, '--value', value, '--policy', names.join(','), '--format', 'json', '-q', ...more))].flat()
    const native = performance.now() - start
    engine.world(world)
    let [own, all] = [0, performance.now()]
    for (const [index, [policy, setting]] of RUNS.entries()) {
      const before = performance.now()
      const found = engine.replay({ policy, setting, value, requests })
      own = performance.now() - before
      const row = report.policies.find(each => each.policy === names[index])
      const where = `${preset}, ${radio}, V ${value}, ${names[index]}`
      for (const [key, name] of Object.entries(KEYS)) compare(`${where}: ${key}`, found[key], row[name])
      for (const [key, name] of Object.entries(UPDATES)) compare(`${where}: ${key}`, found[key], row.updates[name])
    }
    all = performance.now() - all
    // The day, after the replay of the engine.
    if (!requests) {
      const number = Math.floor(days / 2)
      const day = engine.day(number)
      const shown = JSON.parse(run('simulate', trace, '--radio', radio, '--value', value, '--day', number, '--format', 'json', '-q'))
      const [other] = shown.policies
      compare(`${preset}: launches of day ${number}`, day.launches.length, other.launches)
      compare(`${preset}: fresh launches of day ${number}`, day.launches.filter(each => each.stale === 0).length, other.freshLaunches)
      compare(`${preset}: fetches of day ${number}`, day.fetches.length, other.fetchList.length)
    }
    console.log(`page: ${preset} on ${radio}: six replays in ${all.toFixed(0)} ms, the engine's in ${own.toFixed(0)}; the command took ${native.toFixed(0)}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
if (faults.length) {
  console.error(faults.slice(0, 20).join('\n'))
  process.exit(1)
}
console.log(`page: ${compared} figures of the module are the command's`)
