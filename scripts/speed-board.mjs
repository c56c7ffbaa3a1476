#!/usr/bin/env node
// Measures the board page: first paint, clicks while the engine thinks, memory, weight. See `--help`.

import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import {chromium} from 'playwright-core'
import {Failure, Page, Server, check} from './board/driver.mjs'

const SCRIPTS = dirname(fileURLToPath(import.meta.url))

const USAGE = `Usage: speed-board.mjs [options]

Opens the page of \`halfpoint board\` in a browser that runs already, and prints a
table in Markdown: the time from navigation to the first contentful paint and to
the board, the time from a click on a point to the stone and to the picture of the
server on 19×19 while the engine analyses, the memory that the idle server holds with one page open, and
the bytes of the first load. Linux only.

  --engine PATH      the program (default: that of the release build)
  --browser PATH     the browser (default /usr/bin/chromium)
  --threads N        threads of the analysis (default auto)
  --loads N          loads of the page (default 20)
  --clicks N         clicks (default 50)
  --strict           exit with 1 if a goal is missed
  --help             print this text
`

/** Goals: milliseconds, MB of 1,000,000 bytes, and KB of 1,000 bytes. */
const GOALS = {paint: 300, click: 50, memory: 60, weight: 200}

const sorted = values => [...values].sort((a, b) => a - b)
const median = values => sorted(values)[Math.floor(values.length / 2)]

/** Returns the memory of a process, in MB. */
function resident(pid, name = 'VmRSS') {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(status.match(new RegExp(`${name}:\\s+(\\d+) kB`))[1]) * 1024) / 1e6
}

/** Loads the page as a browser that has never seen it, and returns its times and its bytes. */
async function load(browser, address) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}})
  const tab = await context.newPage()
  const responses = []
  tab.on('response', response => responses.push(response))
  await tab.goto('about:blank')
  await tab.goto(address)
  await tab.waitForSelector('#picture svg')
  await tab.waitForSelector('#count tr.own', {state: 'attached'})
  const times = await tab.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    board: window.boardShown ?? performance.getEntriesByType('resource').filter(one => one.name.endsWith('/api/view'))[0].responseEnd,
  }))
  let [files, bytes] = [0, 0]
  for (const response of responses) {
    const {responseBodySize, responseHeadersSize} = await response.request().sizes()
    bytes += responseBodySize + responseHeadersSize
    files += 1
  }
  await context.close()
  check(times.paint !== undefined, 'the browser reports the first paint')
  return {...times, files, bytes}
}

/** Returns the milliseconds from each of some clicks to the stone and to the whole picture, during an analysis. */
async function clicks(browser, server, number) {
  const page = await Page.open(browser, server)
  await page.newGame('two_button', 19, 6.5)
  await page.click('analyze')
  await page.tab.waitForSelector('#points .hint')
  await page.tab.evaluate(() => {
    window.shown = {stones: [], pictures: []}
    let clicked = null
    const since = name => {
      if (clicked === null) return
      window.shown[name].push(performance.now() - clicked)
      if (name === 'pictures') clicked = null
    }
    const points = document.getElementById('points')
    points.addEventListener('click', event => { clicked = event.timeStamp }, true)
    new MutationObserver(list => {
      if (list.some(one => one.target.classList.contains('placed'))) since('stones')
    }).observe(points, {attributes: true, attributeFilter: ['class'], subtree: true})
    new MutationObserver(() => since('pictures')).observe(document.getElementById('picture'), {childList: true})
  })
  let moves = 0
  for (let index = 0; moves < number; index += 1) {
    const point = `${'ABCDEFGHJKLMNOPQRST'[(index * 7) % 19]}${1 + ((index * 5 + Math.floor(index / 19)) % 19)}`
    await page.tab.click(`[data-point="${point}"]`)
    moves += 1
    await page.at(moves)
    // The search of this position is under way when the next click comes.
    await page.tab.waitForSelector('#points .hint')
  }
  const shown = await page.tab.evaluate(() => window.shown)
  await page.close()
  for (const list of Object.values(shown)) check(list.length === number, `${list.length} of ${number} clicks were seen`)
  return shown
}

async function main() {
  const {values} = parseArgs({
    options: {
      engine: {type: 'string'},
      browser: {type: 'string', default: '/usr/bin/chromium'},
      threads: {type: 'string', default: 'auto'},
      loads: {type: 'string', default: '20'},
      clicks: {type: 'string', default: '50'},
      strict: {type: 'boolean', default: false},
      help: {type: 'boolean', default: false},
    },
  })
  if (values.help) return void process.stdout.write(USAGE)
  const release = () => execFileSync(join(SCRIPTS, 'release-dir'), {encoding: 'utf8'}).trim()
  const engine = values.engine ?? join(release(), 'halfpoint')
  const server = await Server.start(engine, ['--threads', values.threads])
  const browser = await chromium.launch({executablePath: values.browser, args: ['--no-sandbox']})
  try {
    const loads = []
    for (let index = 0; index < Number(values.loads); index += 1) loads.push(await load(browser, await server.address()))
    const page = await Page.open(browser, server)
    await page.tab.waitForSelector('#count tr.own', {state: 'attached'})
    await page.tab.waitForTimeout(2000)
    const memory = resident(server.process.pid)
    await page.close()
    const shown = await clicks(browser, server, Number(values.clicks))
    const paints = loads.map(one => one.paint)
    const of = list => `${median(list).toFixed(0)} (worst ${Math.max(...list).toFixed(0)})`
    const rows = [
      [`navigation to first contentful paint, median of ${loads.length}`, `${of(paints)} ms`, `${GOALS.paint} ms`, median(paints) < GOALS.paint],
      ['navigation to the answer with the board', `${of(loads.map(one => one.board))} ms`, '', true],
      [`click to the stone while the engine thinks, 19×19, median of ${shown.stones.length}`, `${of(shown.stones)} ms`, `${GOALS.click} ms`, median(shown.stones) < GOALS.click],
      ['click to the whole picture, with what it captures', `${of(shown.pictures)} ms`, '', true],
      ['memory of the idle server with one page', `${memory.toFixed(1)} MB`, `${GOALS.memory} MB`, memory < GOALS.memory],
      ['memory after the clicks', `${resident(server.process.pid).toFixed(1)} MB (peak ${resident(server.process.pid, 'VmHWM').toFixed(1)})`, '', true],
      [`first load, ${loads[0].files} answers`, `${(loads[0].bytes / 1000).toFixed(1)} KB`, `${GOALS.weight} KB`, loads[0].bytes < GOALS.weight * 1000],
    ]
    console.log('| | measured | goal |\n|---|---|---|')
    for (const [name, measured, goal] of rows) console.log(`| ${name} | ${measured} | ${goal} |`)
    const missed = rows.filter(row => !row[3])
    if (missed.length > 0) console.error(`missed: ${missed.map(row => row[0]).join('; ')}`)
    if (values.strict && missed.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    server.stop()
  }
}

main().catch(error => {
  console.error(error instanceof Failure ? `speed-board: ${error.message}` : error)
  process.exit(1)
})
