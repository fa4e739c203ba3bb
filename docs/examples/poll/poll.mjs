// The program of docs/examples/c/poll.c through `fetchsched poll`: 40 feeds of two servers, one of which refuses. It prints the same.
//
//     FETCHSCHED=.build/release/fetchsched node docs/examples/poll/poll.mjs
//     FETCHSCHED_JS=package/index.mjs node docs/examples/poll/poll.mjs    # without a process: Sources/fetchsched-js
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

function startProcess() {
  const poller = spawn(process.env.FETCHSCHED ?? 'fetchsched', ['poll'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: poller.stdout })[Symbol.asyncIterator]()
  return {
    async ask(question) {
      poller.stdin.write(JSON.stringify(question) + '\n')
      const answer = JSON.parse((await lines.next()).value)
      if (answer.error) throw new Error(answer.error)
      return answer
    },
    close() { poller.stdin.end() },
  }
}

async function startSession(module) {
  const { load } = await import(pathToFileURL(resolve(module)))
  const { PollSession } = await load()
  return new PollSession()
}

const module = process.env.FETCHSCHED_JS
const poller = module ? await startSession(module) : startProcess()
const ask = question => poller.ask(question)

const [feeds, minute, hour, day, start] = [40, 60_000, 3_600_000, 86_400_000, 1704067200000]

// When a feed changed last, by day: every two hours to every ten days.
function changed(feed, now) {
  const last = now - ((now - start) % (2 * hour + feed * feed * 9 * minute))
  return (last - start) % day < 7 * hour ? start - hour : last
}

await ask({ hello: 'fetchsched-poll/1', requestsPerDay: 200, seed: 1 })
await ask({ group: 'fast', spacing: 1, atOnce: 2 })
const sources = Array.from({ length: feeds }, (_, n) => ({ name: `feed ${n}`, group: n % 4 ? 'fast' : 'slow' }))
await ask({ sources, now: start })
const seen = Array(feeds).fill(0)
let [freeAt, now, requests, found, refused, firstDay] = [start, start, 0, 0, 0, 0]
while (now < start + 7 * day) {
  const { due, next } = await ask({ due: 1, now })
  if (due.length === 0) {
    now = next
    continue
  }
  const feed = Number(due[0].slice(5))
  requests++
  const result = { asked: due[0], outcome: 'nothing', now }
  if (feed % 4 === 0 && now < freeAt) { // 429
    Object.assign(result, { outcome: 'failed', retryAfter: refused++ % 2 ? (freeAt - now) / 1000 : 0 })
    if (now < start + day) firstDay++
  } else {
    if (feed % 4 === 0) freeAt = now + 10 * minute
    const date = changed(feed, now)
    if (date > seen[feed]) {
      Object.assign(result, { outcome: 'new', changed: [date] })
      found++
    }
    seen[feed] = date
  }
  const then = (await ask(result)).next
  if (now < start + hour) {
    const what = result.outcome === 'failed' ? 'refused' : result.outcome
    const seconds = String((now - start) / 1000).split('.')[0].padStart(4)
    const minutes = String(Math.floor((then - now) / minute)).padStart(3)
    console.log(`${seconds} s  feed ${String(feed).padStart(2)}  ${what.padEnd(8)}next after ${minutes} min`)
  }
}
console.log(`${requests} requests in a week, ${found} found something`)
console.log(`${refused} were refused, ${firstDay} of them on the first day`)
poller.close()
