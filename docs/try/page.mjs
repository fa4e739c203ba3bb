// The page: two workers that run the simulator, and what is shown of their answers.

const $ = id => document.getElementById(id)
const VALUES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
const REQUESTS = [125, 250, 500, 1000, 2000, 4000, 8000]
const FEEDS = 250
const DAY = 86400
/** Limits on the battery, in % a day. */
const LIMITS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2]
const at = (policy, ...settings) => settings.map(setting => ({ policy, setting }))
/** Ways to decide: words, colour, and the runs that draw the line. */
const WAYS = {
  adaptive: { words: 'fetchsched', colour: '--fetchsched', dash: '', runs: VALUES.map(value => ({ policy: 'adaptive', value })) },
  rule: {
    words: 'the best simple rule', colour: '--rule', dash: '7 3', runs: [
      ...at('one-index', 0.0003, 0.001, 0.003, 0.01, 0.02, 0.04, 0.08, 0.16, 0.35, 0.7),
      ...at('one-score', 60, 300, 600, 1800, 3600, 7200, 14400, 43200, 172800),
      ...at('one-often', 300, 900, 1800, 3600, 14400),
    ],
  },
  jobscheduler: {
    words: 'JobScheduler', colour: '--jobs', dash: '2 3', runs: at('jobscheduler', 259200, 86400, 43200, 14400, 3600, 1800),
  },
  fixed: { words: 'a timer per app', colour: '--timer', dash: '9 3 2 3', runs: at('fixed', 259200, 86400, 43200, 14400, 3600, 1800) },
}

// As the command rounds: half away from zero.
const round = (number, decimals) => {
  const scaled = Math.round(Math.abs(number) * 10 ** decimals) / 10 ** decimals
  return (number < 0 && scaled > 0 ? -scaled : scaled).toFixed(decimals)
}
const short = number => round(number, Math.abs(number) < 999.95 ? 1 : 0)
const commas = text => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
const period = seconds => seconds % DAY === 0 && seconds > DAY ? `${seconds / DAY} days`
  : seconds >= 3600 ? `${seconds / 3600} h` : `${seconds / 60} min`

// ---- The workers

/** Asks a worker one question at a time: those that are wanted most first. */
class Asker {
  #waiting = []
  #current
  constructor(source, wasm) {
    this.worker = new Worker(source)
    this.worker.onmessage = ({ data }) => {
      const { done, failed } = this.#current
      this.#current = undefined
      data.fault ? failed(new Error(data.fault)) : done(data.answer)
      this.#next()
    }
    this.worker.onerror = () => fail(new Error('the simulator could not be started'))
    this.ask('load', wasm, 9)
  }

  ask(call, given, rank = 0) {
    return new Promise((done, failed) => {
      this.#waiting.push({ call, given, rank, done, failed })
      this.#next()
    })
  }

  /** Drops all that waits. */
  clear() { this.#waiting = [] }

  #next() {
    if (this.#current || !this.#waiting.length) return
    const first = this.#waiting.reduce((best, each) => each.rank > best.rank ? each : best)
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    this.#current = first
    this.worker.postMessage({ call: first.call, given: first.given })
  }
}

function fail(error) {
  $('fault').textContent = `Something is wrong with this page: ${error.message}. It needs a browser of 2023 or later.`
  $('fault').hidden = false
}

async function bytes() {
  const packed = Uint8Array.from(atob($('wasm').textContent.trim()), each => each.charCodeAt(0))
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

/** A world: what was computed of it is kept. `front` answers the user, `back` draws the lines. */
class World {
  #runs = new Map()
  #day
  constructor(askers, given) {
    this.given = given
    askers.forEach(each => each.clear());
    [this.front, this.back] = askers
    this.ready = Promise.all(askers.map(each => each.ask('world', given, 8)))
  }

  known(run) { return this.#runs.get(JSON.stringify(run)) }

  async run(run, isFront = false) {
    await this.ready
    const key = JSON.stringify(run)
    if (!this.#runs.has(key)) {
      if (isFront) this.#day = undefined
      const figures = await (isFront ? this.front : this.back).ask('replay', run, isFront ? 2 : 0)
      if (isFront) this.#day = key
      this.#runs.set(key, figures)
    }
    return this.#runs.get(key)
  }

  async day(run, number) {
    await this.ready
    // The worker tells of its last replay.
    if (this.#day !== JSON.stringify(run)) {
      const figures = await this.front.ask('replay', run, 1)
      this.#runs.set(JSON.stringify(run), figures)
      this.#day = JSON.stringify(run)
    }
    return this.front.ask('day', number, 1)
  }
}

// ---- Drawing

const escape = text => String(text).replace(/[&<"]/g, each => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;' })[each])
const cells = (head, rest, first = false, mark = '') =>
  `<tr${first ? ' class="first"' : ''}><th scope="row">${mark && `<i style="--mark:var(${mark})"></i>`}${head}</th>` +
  `${rest.map(each => `<td>${each}</td>`).join('')}</tr>`
const body = (id, rows) => { $(id).tBodies[0].innerHTML = rows.join('') }

/** Shows what is new; a screen reader says nothing again. */
function put(id, html) {
  const element = $(id)
  if (element.shown !== html) element.innerHTML = element.shown = html
}

/** Replaces what is drawn, but for the title. */
function draw(id, width, height, content) {
  const svg = $(id)
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  svg.innerHTML = svg.querySelector('title').outerHTML + content
}

/** As wide as the picture is on the page: letters stay as large as they are. */
const widthOf = id => Math.max(300, Math.round($(id).parentElement.clientWidth))

/** A frame with logarithmic x and what lies in it. */
function frame(id, { xs, ys, low, high, left = 44, names }, content) {
  const [width, height] = [widthOf(id), 340]
  const [top, right, bottom] = [30, width - 12, height - 46]
  const span = Math.log(xs.at(-1) / xs[0])
  const x = number => left + (right - left) * Math.log(Math.max(number, xs[0]) / xs[0]) / span
  const y = number => bottom - (bottom - top) * (Math.min(Math.max(number, low), high) - low) / (high - low)
  const grid = ys.map(each => `<path class="grid" d="M${left} ${y(each)}H${right}"/>` +
    `<text class="soft" x="${left - 8}" y="${y(each) + 4}" text-anchor="end">${each}</text>`).join('') +
    xs.map((each, index) => `<path class="grid" d="M${x(each)} ${top}V${bottom}"/><text class="soft" x="${x(each)}" y="${bottom + 19}" ` +
      `text-anchor="${index === xs.length - 1 ? 'end' : 'middle'}">${width < 500 && each >= 1000 ? `${each / 1000}k` : commas(String(each))}</text>`).join('')
  draw(id, width, height, `${grid}<text x="0" y="14">${names[1]}</text>` +
    `<text x="${right}" y="${height - 6}" text-anchor="end">${names[0]}</text>${content({ x, y, left, right, top, bottom })}`)
}

const line = (points, way, width = 2) => points.length < 2 ? '' :
  `<path class="line" style="stroke:var(${way.colour});stroke-width:${width}" stroke-dasharray="${way.dash}" ` +
  `d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}"/>`

/** Labels, each at the first of its places where it lies in the frame and on no label before it; at its last place, if there is none. */
function placed(labels, { left, right, top, bottom }) {
  const boxes = []
  return labels.map(({ words, px, py, style, places }) => {
    const wide = words.length * 7.5
    const all = places.map(([dx, dy, anchor]) => {
      const [x, y] = [px + dx, py + dy]
      const from = anchor === 'end' ? x - wide : x
      return { x, y, anchor, from, to: from + wide }
    })
    const isFree = ({ y, from, to }) => from >= left && to <= right && y >= top && y <= bottom &&
      boxes.every(each => to < each.from || from > each.to || Math.abs(y - each.y) > 15)
    const box = all.find(isFree) ?? all.at(-1)
    boxes.push(box)
    return `<text class="halo" style="${style}" x="${box.x}" y="${box.y}" text-anchor="${box.anchor}">${words}</text>`
  }).join('')
}

// ---- A phone

let askers, world, pollerWorld

const phone = () => ({
  value: VALUES[$('value').value], period: Number($('period').value),
  own: { policy: 'adaptive', value: VALUES[$('value').value] },
})

const gainOf = (figures, value, none) => ({ ...figures, gain: value * (figures.fresh - none.fresh) * figures.launches - figures.energy })

/** The rule and setting that gain most at this V; undefined until all are known. */
function bestRule(value, none) {
  const all = WAYS.rule.runs.map(run => ({ ...run, figures: world.known(run) }))
  return all.some(each => !each.figures) ? undefined
    : all.map(({ figures, ...run }) => ({ ...run, ...gainOf(figures, value, none) })).reduce((a, b) => b.gain > a.gain ? b : a)
}

/** A rule in words. */
const rule = ({ policy, setting }) => policy === 'one-index' ? `the app with the best odds, if above ${setting}`
  : `the app ${policy === 'one-score' ? 'most likely to help' : 'opened most'}, if older than ${period(setting)}`

function showPhone() {
  const { value, period: every, own } = phone()
  $('value-text').textContent = `V = ${commas(String(value))} J`
  $('value-part').textContent = `${commas(String(value))} J, ${Number((value / 693).toPrecision(1))} % of a full battery`
  const none = world.known({ policy: 'none' })
  const ours = world.known(own)
  const best = none && bestRule(value, none)
  const gain = figures => figures && gainOf(figures, value, none)
  const [jobs, timer] = ['jobscheduler', 'fixed'].map(policy => gain(none && world.known({ policy, setting: every })))
  const isBusy = !none || !ours
  $('answer').classList.toggle('busy', isBusy)
  $('table').classList.toggle('busy', isBusy)
  if (!isBusy) {
    const of100 = share => Math.round(share * 100)
    const battery = figures => `${round(figures.battery * 100, 2)} % of the battery a day`
    put('answer', `<p class="sentence">With V = ${commas(String(value))} J, <b>${of100(ours.fresh)} of 100 app openings are fresh</b>,
      instead of ${of100(none.fresh)} without background fetches, <b>for ${battery(ours)}</b>.${best ? ` The best simple rule makes
      ${of100(best.fresh)} fresh, for ${round(best.battery * 100, 2)} %. If one more fresh opening is worth
      ${commas(String(value))} J to you, fetchsched gains ${short(ours.gain)} J a day after its energy is paid, the rule ${short(best.gain)}${ours.gain < best.gain ? ': the rule is ahead' : ''}.` : ''}</p>`)
  }
  const more = ours && none && (ours.fresh - none.fresh) * ours.launches
  put('sum', isBusy ? '&nbsp;' : `fetchsched: ${commas(String(value))} J × ${round(more, 2)} more fresh openings a day − ${short(ours.energy)} J = ${short(ours.gain)} J.`)
  const row = (words, note, colour, figures, first = false) => cells(
    `${words}${note ? `<br><small>${note}</small>` : ''}`, figures
      ? [round(figures.fresh * 100, 1), round(figures.battery * 100, 2), commas(short(figures.energy)), commas(short(figures.gain))]
      : ['…', '…', '…', '…'], first, colour)
  body('table', [
    row('fetchsched', `V = ${commas(String(value))} J`, '--fetchsched', !isBusy && ours, true),
    row('the best simple rule', best ? rule(best) : '&nbsp;', '--rule', best),
    row('JobScheduler (a model)', `every ${period(every)}`, '--jobs', jobs),
    row('a timer per app', `every ${period(every)}`, '--timer', timer),
    row('no background fetches', '', '--faint', gain(none)),
  ])
  const { preset, seed, radio } = world.given
  const month = `fetchsched generate --preset ${preset} --seed ${seed} |`
  put('command', `${month} fetchsched bench - --radio ${radio} --value ${value} ` +
    `--policy none,${best ? `${best.policy}-${best.setting},` : ''}jobscheduler-${every},fixed-${every},adaptive ` +
    '--columns fresh,battery,energy,gain --no-profiles')
  put('curve-command', `${month} fetchsched bench - --radio ${radio} --value ${VALUES} --policy ${['none', 'adaptive',
    ...[WAYS.rule, WAYS.jobscheduler, WAYS.fixed].flatMap(way => way.runs.map(run => `${run.policy}-${run.setting}`))]} ` +
    '--columns fresh,energy --no-profiles')
  showCurve()
}

function showCurve() {
  const none = world.known({ policy: 'none' })
  const all = Object.entries(WAYS).map(([policy, way]) => ({
    policy, way, points: way.runs.map(run => {
      const figures = world.known(run)
      return figures && { ...run, ...figures }
    }).filter(each => each),
  }))
  const shares = all.flatMap(each => each.points.map(point => point.fresh * 100)).concat(none ? [none.fresh * 100] : [50])
  const low = Math.max(0, Math.floor(Math.min(...shares) / 10) * 10)
  const ys = Array.from({ length: Math.round((100 - low) / 10) + 1 }, (_, index) => low + 10 * index)
  const chosen = phone().value
  frame('curve', { xs: [1, 10, 100, 1000, 10000, 100000], ys, low, high: 100, names: ['energy of fetches, J a day', 'fresh openings, %'] },
    ({ x, y, left, right, top, bottom }) => {
      const at = point => [x(point.energy), y(point.fresh * 100)]
      const labels = []
      let content = none ? `<path class="grid" style="stroke:var(--edge)" stroke-dasharray="4 4" d="M${left} ${y(none.fresh * 100)}H${right}"/>` : ''
      const label = (words, [px, py], style, places) => labels.push({ words, px, py, style, places })
      if (none) label(`no fetches: ${round(none.fresh * 100, 0)} %`, [right, y(none.fresh * 100)], 'fill:var(--soft)', [[0, -6, 'end'], [0, 16, 'end']])
      const here = all[0].points.find(point => point.value === chosen)
      if (here) label(`V = ${chosen} J`, at(here), 'font-weight:700', [[-13, -4, 'end'], [-13, 18, 'end'], [13, 18, 'start']])
      for (const { policy, way, points } of [...all].reverse()) {
        // Without runs that cost more for no more freshness.
        let best = 0
        const frontier = [...points].sort((a, b) => a.energy - b.energy).filter(point => point.fresh > best && (best = point.fresh))
        const isOurs = policy === 'adaptive'
        content += line((isOurs ? points : frontier).map(at), way, isOurs ? 3 : 2)
        const end = (isOurs ? points : frontier).at(isOurs ? -1 : Math.floor(frontier.length * (policy === 'rule' ? 0.99 : 0.55)))
        if (end) label(way.words.replace('the best ', ''), at(end), `fill:var(${way.colour});font-weight:${isOurs ? 700 : 500}`, isOurs
          ? [[-12, -8, 'end'], [12, -8, 'start']] : [[10, 20, 'start'], [8, 36, 'start'], [-10, 22, 'end'], [-10, -8, 'end'], [8, 52, 'start'], [8, -20, 'start']])
        if (isOurs) content += points.map(point => `<circle class="dot" data-value="${point.value}" cx="${at(point)[0]}" cy="${at(point)[1]}" ` +
          `r="${point.value === chosen ? 8 : 4.5}" style="fill:var(${point.value === chosen ? '--paper' : way.colour});stroke:var(${way.colour});` +
          `stroke-width:${point.value === chosen ? 3.5 : 0}"><title>V = ${commas(String(point.value))} J</title></circle>`).join('')
      }
      content += placed(labels, { left, right, top, bottom })
      return content
    })
  body('curve-table', all.flatMap(({ policy, way, points }) => points.map(point => cells(
    policy === 'rule' ? point.policy : way.words, [point.value ? `V = ${point.value} J` : point.setting < 1 ? point.setting : period(point.setting), round(point.fresh * 100, 1), commas(short(point.energy))]))))
  const total = Object.values(WAYS).reduce((sum, way) => sum + way.runs.length, 0)
  progress('progress', all.reduce((sum, each) => sum + each.points.length, 0), total)
  const ours = all[0].points
  $('battery').disabled = ours.length < VALUES.length
  const now = ours.find(point => point.value === chosen)
  if (!now || $('battery').dataset.held) return
  const limit = LIMITS.findIndex(each => each >= now.battery * 100)
  $('battery').value = limit < 0 ? LIMITS.length - 1 : limit
  showLimit()
}

function showLimit() {
  const text = `at most ${LIMITS[$('battery').value]} % a day`
  $('battery-text').textContent = text
  $('battery').setAttribute('aria-valuetext', text)
}

/** The largest V that takes no more of the battery than the limit; the least V if each takes more. */
function valueWithin(limit) {
  return Math.max(0, VALUES.findLastIndex(value => world.known({ policy: 'adaptive', value }).battery * 100 <= limit))
}

function progress(id, done, total) {
  const [text, part] = done < total ? [`Replaying the month: ${done} of ${total} settings`, done / total] : ['', 1]
  $(id).innerHTML = text ? `${text}<span class="bar"><i style="width:${part * 100}%"></i></span>` : '&nbsp;'
}

const clock = seconds => `${String(Math.floor(seconds / 3600) % 24).padStart(2, '0')}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}`
const age = seconds => seconds < 5400 ? `${Math.max(1, Math.round(seconds / 60))} min` : seconds < 2 * DAY ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / DAY)} days`

async function showDay() {
  const [mine, number, { own }] = [world, Number($('day').value), phone()]
  $('day-text').textContent = `day ${number}`
  const day = await mine.day(own, number)
  if (mine !== world || number !== Number($('day').value) || own.value !== phone().value) return
  const fresh = day.launches.filter(each => each.stale === 0).length
  const hit = day.fetches.filter(each => each.outcome === 0).length
  const woke = day.fetches.filter(each => each.woke).length
  put('day-sentence', `${fresh} of ${day.launches.length} openings were fresh. ${day.fetches.length} fetches found something new ${hit} times. ` +
    `${woke === 0 ? 'None of them woke the radio: they' : `${woke} of them woke the radio; the others`} came while it was awake, and kept it awake longer.`)
  const { preset, seed, radio } = mine.given
  put('day-command', `fetchsched generate --preset ${preset} --seed ${seed} | fetchsched simulate - --radio ${radio} --value ${own.value} --day ${number}`)
  const uses = new Map()
  for (const { app } of day.launches) uses.set(app, (uses.get(app) ?? 0) + 1)
  const apps = [...uses].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 8).map(([app]) => app)
  const others = [...new Set([...uses.keys(), ...day.fetches.map(each => each.app)])].filter(app => !apps.includes(app))
  const lanes = [...apps, 'others']
  const [width, left, row, top] = [widthOf('lanes'), widthOf('lanes') < 500 ? 52 : 84, 30, 44]
  const x = seconds => left + (width - left - 8) * Math.min(Math.max(seconds / DAY, 0), 1)
  const height = top + lanes.length * row + 24
  const hours = width < 500 ? [0, 6, 12, 18, 24] : [0, 3, 6, 9, 12, 15, 18, 21, 24]
  const y = app => top + row * (apps.includes(app) ? apps.indexOf(app) : apps.length) + row / 2
  const name = lane => lane === 'others' ? (width < 500 ? `+${others.length}` : `${others.length} others`) : width < 500 ? `app ${lane}` : `app ${String(lane).padStart(2, '0')}`
  const bars = (list, kind, from, tall) => list.map(each =>
    `<rect class="${kind}" x="${x(each.from).toFixed(1)}" y="${from}" width="${Math.max(kind === 'beyond' ? 1.5 : 0.6, x(each.to) - x(each.from)).toFixed(1)}" height="${tall}"/>`).join('')
  draw('lanes', width, height,
    hours.map(hour => `<path class="grid" d="M${x(hour * 3600)} 8V${height - 22}"/><text class="soft" x="${x(hour * 3600)}" y="${height - 6}" ` +
      `text-anchor="${hour === 24 ? 'end' : 'middle'}">${hour}:00</text>`).join('') +
    `<text class="soft" x="0" y="28">radio</text>${bars(day.own, 'own', 18, 12)}${bars(day.beyond, 'beyond', 12, 24)}` +
    lanes.map((lane, index) => `<path class="grid" d="M0 ${top + index * row}H${width}"/><text class="soft" x="0" y="${top + index * row + 20}">${name(lane)}</text>`).join('') +
    day.fetches.map(each => `<path class="${each.outcome === 0 ? 'new' : 'nothing'}" d="M${x(each.time).toFixed(1)} ${y(each.app) - (each.outcome === 0 ? 12 : 6)}v${each.outcome === 0 ? 24 : 12}"/>`).join('') +
    day.launches.map(each => `<circle class="${each.stale ? 'stale' : 'fresh'}" cx="${x(each.time).toFixed(1)}" cy="${y(each.app)}" r="${each.stale ? 4 : 4.5}">` +
      `<title>${clock(each.time)} app ${each.app}: ${each.stale ? `content ${age(each.stale)} out of date` : 'fresh'}</title></circle>`).join(''))
  body('day-table', day.launches.map(each => cells(clock(each.time), [`app${String(each.app).padStart(2, '0')}`, each.stale ? `${age(each.stale)} out of date` : 'fresh'])))
}

/** The seed of a box; what is no seed becomes the nearest one, in the box, too. */
const seedOf = id => ($(id).value = Math.min(9999, Math.max(1, Math.round(Number($(id).value)) || 1)), Number($(id).value))

/** A new person, network or seed. */
async function startPhone() {
  const seed = seedOf('seed')
  const mine = world = new World(askers, { preset: $('user').value, days: 28, seed, radio: $('radio').value })
  showPhone()
  await Promise.all([mine.run({ policy: 'none' }, true), changed()])
  const wanted = [
    ...['jobscheduler', 'fixed'].map(policy => ({ policy, setting: phone().period })),
    ...[WAYS.rule, WAYS.adaptive, WAYS.jobscheduler, WAYS.fixed].flatMap(way => way.runs),
  ]
  for (const run of wanted) {
    await mine.run(run)
    if (mine !== world) return
    showPhone()
  }
}

/** Another V. */
async function changed() {
  const mine = world
  showPhone()
  await mine.run(phone().own, true)
  if (mine !== world) return
  showPhone()
  return showDay()
}

// ---- A feed reader

const WIRED = { days: 21, radio: 'wired', preset: 'server' }
const polls = requests => [{ policy: 'adaptive', requests }, { policy: 'fixed', setting: Math.round(FEEDS * DAY / requests) }]

function showPoller() {
  const requests = REQUESTS[$('requests').value]
  $('requests-text').textContent = commas(String(requests))
  const [ours, fixed] = polls(requests).map(run => pollerWorld.known(run))
  const every = FEEDS * DAY / requests
  for (const id of ['panswer', 'ptable']) $(id).classList.toggle('busy', !ours || !fixed)
  if (ours && fixed) {
    put('panswer', `<p class="sentence">With ${commas(String(requests))} requests a day for ${FEEDS} feeds, <b>the oldest missing update is
      ${round(ours.missing, 1)} minutes old on average</b>, instead of ${round(fixed.missing, 1)} if each feed is asked at a fixed interval.
      An update arrives after ${round(ours.delay, 0)} minutes instead of ${round(fixed.delay, 0)}.</p>`)
  }
  const row = (words, note, colour, figures, first) => cells(`${words}<br><small>${note}</small>`,
    figures ? [round(figures.missing, 1), round(figures.delay, 1), commas(round(figures.fetches, 0))] : ['…', '…', '…'], first, colour)
  body('ptable', [
    row('fetchsched', 'each feed by its rhythm', '--fetchsched', ours, true),
    row('a fixed interval', `each feed every ${every < 5400 ? `${round(every / 60, 0)} min` : `${round(every / 3600, 1)} h`}`, '--timer', fixed),
  ])
  $('pcommand').textContent = `printf 'budget.requestsPerDay = ${requests}\\npolling.ageJoules = 1\\n' > poller.conf\n` +
    `fetchsched generate --preset server --days 21 --seed ${pollerWorld.given.seed} | fetchsched bench - --radio wired --power-profile requests ` +
    `--config poller.conf --policy fixed-${polls(requests)[1].setting},adaptive --columns missing,waited,fetches --no-profiles`
  const all = REQUESTS.map(each => [each, ...polls(each).map(run => pollerWorld.known(run))])
  const known = all.flatMap(([, a, b]) => [a, b]).filter(each => each)
  const most = Math.max(20, ...known.map(each => each.missing))
  const step = [5, 10, 20, 25, 50, 100].find(each => most / each <= 6) ?? 200
  const high = Math.ceil(most / step) * step
  const ys = Array.from({ length: high / step + 1 }, (_, index) => index * step)
  frame('pcurve', { xs: [100, 1000, 10000], ys, low: 0, high, names: ['requests a day', 'minutes missing'] }, ({ x, y }) =>
    [['fixed', 2], ['adaptive', 1]].map(([policy, index]) => {
      const points = all.filter(each => each[index]).map(each => [x(each[index].fetches), y(each[index].missing), each[0]])
      const way = WAYS[policy]
      const first = points[Math.min(1, points.length - 1)]
      return line(points, way, policy === 'adaptive' ? 3 : 2) + points.map(([px, py, at]) => `<circle cx="${px}" cy="${py}" r="${at === requests ? 7 : 4}" ` +
        `style="fill:var(${at === requests ? '--paper' : way.colour});stroke:var(${way.colour});stroke-width:${at === requests ? 3 : 0}"/>`).join('') +
        (first ? `<text class="halo" style="fill:var(${way.colour});font-weight:${policy === 'adaptive' ? 700 : 500}" x="${first[0] + (policy === 'adaptive' ? -10 : 10)}" ` +
          `y="${first[1] + (policy === 'adaptive' ? 24 : -8)}" text-anchor="${policy === 'adaptive' ? 'middle' : 'start'}">${policy === 'adaptive' ? 'fetchsched' : 'fixed interval'}</text>` : '')
    }).join(''))
  body('pcurve-table', all.map(([each, a, b]) => cells(commas(String(each)), [a ? round(a.missing, 1) : '…', b ? round(b.missing, 1) : '…'])))
  progress('pprogress', known.length, 2 * REQUESTS.length)
}

async function startPoller() {
  const seed = seedOf('pseed')
  const mine = pollerWorld = new World(askers, { ...WIRED, seed })
  showPoller()
  await asked()
  for (const requests of REQUESTS) {
    for (const run of polls(requests)) {
      await mine.run(run)
      if (mine !== pollerWorld) return
      showPoller()
    }
  }
}

async function asked() {
  const mine = pollerWorld
  showPoller()
  const [own, fixed] = polls(REQUESTS[$('requests').value])
  await mine.run(own, true)
  await mine.run(fixed, true)
  if (mine === pollerWorld) showPoller()
}

// ---- What the user does

const view = () => document.querySelector('[name=view]:checked').value
function start() {
  $('phone').hidden = view() !== 'phone'
  $('poller').hidden = view() !== 'poller'
  world = pollerWorld = undefined
  return (view() === 'phone' ? startPhone() : startPoller()).catch(fail)
}
/** Waits until the user rests: a drag over all settings computes the last one. */
const resting = (action, wait = 120) => {
  let timer
  return () => { clearTimeout(timer); timer = setTimeout(() => action()?.catch?.(fail), wait) }
}
const afterValue = resting(changed), afterDay = resting(showDay, 30), afterRequests = resting(asked)
for (const id of ['user', 'radio', 'seed', 'pseed']) $(id).addEventListener('change', start)
document.querySelectorAll('[name=view]').forEach(each => each.addEventListener('change', start))
$('value').addEventListener('input', () => { delete $('battery').dataset.held; showPhone(); say(); afterValue() })
$('battery').addEventListener('input', () => {
  $('battery').dataset.held = 'yes'
  $('value').value = valueWithin(LIMITS[$('battery').value])
  showLimit()
  showPhone()
  say()
  afterValue()
})
$('period').addEventListener('change', () => changed().catch(fail))
$('day').addEventListener('input', () => { $('day-text').textContent = `day ${$('day').value}`; say(); afterDay() })
$('requests').addEventListener('input', () => { showPoller(); say(); afterRequests() })
$('curve').addEventListener('click', event => {
  const value = Number(event.target.dataset?.value)
  if (value) { delete $('battery').dataset.held; $('value').value = VALUES.indexOf(value); say(); changed().catch(fail) }
})
const say = () => {
  $('value').setAttribute('aria-valuetext', `${VALUES[$('value').value]} joules`)
  $('requests').setAttribute('aria-valuetext', `${REQUESTS[$('requests').value]} requests a day`)
  $('day').setAttribute('aria-valuetext', `day ${$('day').value}`)
}
let width = innerWidth
addEventListener('resize', resting(() => {
  if (width === innerWidth) return
  width = innerWidth
  if (world) { showPhone(); showDay() }
  if (pollerWorld) showPoller()
}))

say()
bytes().then(wasm => {
  const source = URL.createObjectURL(new Blob([$('engine').textContent], { type: 'text/javascript' }))
  askers = [new Asker(source, wasm), new Asker(source, wasm)]
  return start()
}).catch(fail)
