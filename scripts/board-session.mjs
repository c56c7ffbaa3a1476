#!/usr/bin/env node
// Plays on the board page as people do, in a browser. See `--help`.

import {execFileSync} from 'node:child_process'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import {chromium} from 'playwright-core'
import * as count from './board/count.mjs'
import * as dead from './board/dead.mjs'
import * as front from './board/front.mjs'
import * as judges from './board/judges.mjs'
import * as learn from './board/learn.mjs'
import * as play from './board/play.mjs'
import * as record from './board/record.mjs'
import * as safety from './board/safety.mjs'
import * as session from './board/session.mjs'
import * as times from './board/times.mjs'
import * as tree from './board/tree.mjs'
import * as turns from './board/turns.mjs'
import {Failure, Page, Server, check, same, scored, violations} from './board/driver.mjs'

const SCRIPTS = dirname(fileURLToPath(import.meta.url))

const USAGE = `Usage: board-session.mjs [options]

Opens the page of \`halfpoint board\` in a browser. Plays a game under each rule
set with every kind of token move that is offered, and compares the result with
that of \`halfpoint score\` for the record that the page saves. Then: a check by
axe-core that the page can be used without seeing or pointing, undo, a
variation, dead stones, terms of the count that light up, the count as people
do it under every rule set, play that goes on after the end, a proposal, a record
in and out with all that is in it, the dialog of a new game, an engine that plays on, a game that is kept, the report of a game, also of clocks, agreed draws and resignations, variations and players after a reload, analysis, a move of the
engine, other engines that judge dead stones, fail or hang, the pages to learn from, a problem, exact values, hostile records, searches whose tab
was closed, too many requests, the WebSocket of --analysis, keys and sessions, addresses that hold no game, two pages at once,
foreign requests, and a page whose server has ended.

  --rules NAME       a rule set, may be given again (default: all)
  --engine PATH      the program (default: that of the release build)
  --browser PATH     the browser (default /usr/bin/chromium)
  --only NAME        an act by the name of its function, alone, may be given again
  --share K/N        every Nth game and act from the Kth on: N such runs at once do all
  --pictures DIR     also write pictures of the page into a folder
  --help             print this text
`

/** Plays a game: a wall of each colour on 5×5, then each token move that is offered. */
async function wholeGame(page, engine, rules) {
  await page.newGame(rules, 5, 0)
  for (const row of [1, 2, 3, 4, 5]) {
    await page.place(`B${row}`)
    await page.place(`D${row}`)
  }
  await page.place('C3')
  const clicked = []
  for (let number = 0; number < 12; number += 1) {
    if (await page.isOver()) break
    const offered = await page.tokens()
    check(offered.length > 0, `${rules}: there is always a token move on this board`)
    // A move that was not made yet comes first.
    const move = offered.find(one => !clicked.includes(one)) ?? offered[0]
    clicked.push(move)
    await page.token(move)
  }
  const result = await page.result()
  const sgf = await page.save()
  same(result, scored(engine, sgf, rules), `${rules}: result of ${clicked}`)
  page.noFaults(rules)
  return `${clicked.join(' ')}: ${result}`
}

/** Looks for obstacles to people who do not see or point, with a game going on and after its end. */
async function accessibility(page) {
  await page.newGame('half_pass', 5, 0)
  await page.place('C3')
  for (const scheme of ['light', 'dark']) {
    await page.tab.emulateMedia({colorScheme: scheme})
    await page.tab.waitForSelector('#count tr.own', {state: 'attached'})
    same(await violations(page), [], `violations in the ${scheme} scheme`)
  }
  await page.tab.emulateMedia({colorScheme: null})
}

async function undoAndVariation(page) {
  await page.newGame('chinese', 7, 7.5)
  await page.place('D4')
  await page.place('C3')
  await page.click('undo')
  await page.at(1)
  await page.place('E5')
  await page.click('undo')
  await page.at(1)
  same(await page.tab.$$eval('#variations button', all => all.map(one => one.textContent)),
    ['W C3', 'W E5'], 'the variations')
  await page.tab.click('#variations button:first-child')
  await page.at(2)
  check((await page.tab.getAttribute('[data-point="C3"]', 'aria-label')).includes('white stone'),
    'the first variation is shown')
  await page.tab.keyboard.press('ArrowLeft')
  await page.at(1)
  await page.tab.keyboard.press('End')
  await page.at(2)
  await page.tab.waitForFunction(() => JSON.parse(decodeURIComponent(location.hash.slice(1))).moves.length === 2)
  await page.reload()
  await page.tab.focus('#points button[data-point="D4"]')
  await page.tab.keyboard.press('ArrowUp')
  await page.tab.keyboard.press('Enter')
  await page.at(3)
  check((await page.tab.getAttribute('[data-point="D5"]', 'aria-label')).includes('black stone'),
    'a stone is placed by the keyboard')
  await page.tab.click('[data-point="D4"]')
  await page.at(3)
  page.noFaults('undo')
}

async function illegalPoints(page) {
  await page.newGame('chinese', 5, 0)
  for (const point of ['B1', 'E5', 'A2', 'E4', 'D1']) await page.place(point)
  // The driver would wait until the point can be chosen.
  await page.tab.click('[data-point="A1"]', {force: true})
  check((await page.text('notice')).includes('A1: suicide'), 'the reason of an illegal point')
  await page.at(5)
}

async function deadStones(page) {
  await page.read('(;GM[1]SZ[5]RU[Chinese]KM[0];B[bd];W[ab];B[bc];W[ed];B[bb];W[];B[ba];W[];B[be];W[];B[])', 11)
  const before = await page.result()
  await page.tab.click('[data-point="E2"]')
  await page.tab.waitForFunction(before =>
    ![undefined, before].includes(document.querySelector('#count[aria-busy="false"] tr.own td[data-result]')?.dataset.result), before)
  const marked = await page.tab.getAttribute('#count tr.own td[data-result]', 'data-result')
  await page.click('judge')
  await page.tab.waitForFunction(marked =>
    ![undefined, marked].includes(document.querySelector('#count[aria-busy="false"] tr.own td[data-result]')?.dataset.result), marked)
  same(await page.tab.getAttribute('#count tr.own td[data-result]', 'data-result'), before, 'the judgement of the engine')
  page.noFaults('dead stones')
}

async function recordsInAndOut(page) {
  await page.newGame('two_button_moves', 5, 0.5)
  for (const point of ['C3', 'B2', 'D2']) await page.place(point)
  await page.token('pass')
  const sgf = await page.save()
  await page.newGame('chinese', 5, 0)
  await page.read(sgf, 4)
  same(await page.save(), sgf, 'a record that was read and saved')
  await page.read('(;GM[1]SZ[5]PB[<img src=x onerror=alert(1)>]C[<script>alert(1)</script>]RU[<b>]KM[0];B[cc])', 1)
  same(await page.tab.$$eval('img, script:not([src]), b', all => all.length), 0, 'text of a record is no markup')
  await page.tab.fill('#paste', '(;GM[1]SZ[5];B[cc];W[cc])')
  await page.click('read')
  await page.says('notice', 'occupied')
  // The browser reports the refusal, which was wanted.
  page.faults = page.faults.filter(text => !text.includes('422'))
  page.noFaults('records')
}

async function engineAndAnalysis(page) {
  await page.newGame('button', 7, 7)
  await page.tab.selectOption('#seconds', '0.2')
  await page.tab.selectOption('#player-white', 'engine')
  await page.place('D4')
  await page.at(2)
  await page.tab.selectOption('#player-white', 'person')
  await page.click('analyze')
  await page.tab.waitForSelector('#points .hint')
  check((await page.tab.$$('#analysis tbody tr')).length > 1, 'an analysis shows moves')
  // A click is answered while the engine thinks.
  const free = await page.tab.getAttribute('#points .hint', 'data-point')
  await page.place(free)
  await page.tab.waitForSelector('#points .hint')
  await page.click('analyze')
  await page.tab.waitForFunction(() => document.querySelectorAll('#points .hint').length === 0)
  page.noFaults('engine and analysis')
}

async function proposals(page) {
  await page.newGame('half_pass', 5, 0)
  await page.place('C3')
  await page.token('pass')
  check((await page.text('things')).includes('half-passes of White: 1, worth ½ to Black'), 'the zone is shown')
}

async function twoPages(browser, server, page) {
  const other = await Page.open(browser, server)
  await other.newGame('aga', 9, 7.5)
  await other.place('E5')
  await page.newGame('japanese', 9, 6.5)
  await page.place('C3')
  check((await other.tab.getAttribute('[data-point="C3"]', 'aria-label')) === 'C3', 'pages do not share a game')
  await other.close()
}

/** Asks as other programs and sites would. */
async function foreignRequests(server) {
  const json = await server.headers()
  const {authorization, ...none} = json
  const cookie = `session=${server.session}; halfpoint_${new URL(server.origin).port}=${server.session}`
  const game = JSON.stringify({rules: 'button', width: 5, height: 5, komi: 0})
  const view = (headers, body = game) => ({method: 'POST', headers, body})
  const cases = [
    ['/', {}, 200, 'the page'],
    ['/main.js', {}, 200, 'a file of the page'],
    ['/main.js', {headers: {'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script'}}, 403, 'a file for another port'],
    ['/', {headers: {'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document'}}, 200, 'a link of another site'],
    ['/', {headers: {'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe'}}, 403, 'a frame of another site'],
    ['/', {headers: {host: 'evil.example'}}, 403, 'for a foreign host'],
    ['/api/start', {}, 401, 'without a session'],
    ['/api/start', {headers: {cookie}}, 401, 'with a cookie'],
    [`/api/start?session=${server.session}`, {}, 401, 'with the session in the address'],
    ['/api/start', {headers: {authorization: 'Bearer 0'}}, 401, 'with a wrong session'],
    ['/api/start', {headers: json}, 200, 'with the session'],
    ['/api/view', view(json), 200, 'a game'],
    ['/api/view', view(none), 401, 'a game without a session'],
    ['/api/view', view({...json, origin: 'http://evil.example'}), 403, 'of a foreign origin'],
    ['/api/view', view({...json, 'sec-fetch-site': 'same-site'}), 403, 'of another port'],
    ['/api/view', view({authorization}), 415, 'as a form would send it'],
    ['/api/view', view(json, '{"rules"'), 422, 'broken JSON'],
    ['/api/view', view(json, ' '.repeat((1 << 20) + 1)), 413, 'a large body'],
    ['/api/session', view(none, ' '.repeat((1 << 10) + 1)), 413, 'a large body without a session'],
    ['/api/session', view(none, '{"key":"0"}'), 403, 'a wrong key'],
    ['/api/none', {headers: json}, 404, 'an unknown path'],
  ]
  for (const [path, options, status, text] of cases) {
    const answer = await server.ask(path, options)
    same(answer.status, status, text)
    check(answer.headers['content-security-policy']?.includes("default-src 'none'"), `${text}: policy`)
    same(answer.headers['cross-origin-resource-policy'], 'same-origin', `${text}: resource policy`)
    same(answer.headers['set-cookie'], undefined, `${text}: cookies`)
  }
}

async function endedServer(page, server) {
  server.stop()
  await server.ended
  await page.tab.click('#points button[data-point="B2"]')
  await page.tab.waitForSelector('#notice:not([hidden])')
  check((await page.text('notice')).includes('halfpoint has ended'), 'the page says that its server has ended')
  await page.click('undo')
  await page.at(0)
  await page.click('redo')
  await page.at(1)
  const saved = await page.save()
  check(decodeURIComponent(saved).includes('["B","C3"]'), `the game is saved: ${saved}`)
}

async function main() {
  const {values} = parseArgs({
    options: {
      rules: {type: 'string', multiple: true},
      engine: {type: 'string'},
      browser: {type: 'string', default: '/usr/bin/chromium'},
      only: {type: 'string', multiple: true},
      share: {type: 'string', default: '1/1'},
      pictures: {type: 'string'},
      help: {type: 'boolean', default: false},
    },
  })
  if (values.help) return void process.stdout.write(USAGE)
  const release = () => execFileSync(join(SCRIPTS, 'release-dir'), {encoding: 'utf8'}).trim()
  const engine = values.engine ?? join(release(), 'halfpoint')
  const server = await Server.start(engine, ['--size', '5', '--threads', '1'])
  const browser = await chromium.launch({executablePath: values.browser, args: ['--no-sandbox']})
  try {
    await foreignRequests(server)
    console.log('foreign requests are refused')
    const page = await Page.open(browser, server)
    check(!page.tab.url().includes('key'), 'the key leaves the address')
    const [part, parts] = values.share.split('/').map(Number)
    if (!(part >= 1 && part <= parts)) throw new Failure(`--share ${values.share}: a number of N, as in 1/2`)
    const isShared = (_, index) => index % parts === part - 1
    const isWanted = act => values.only?.includes(act.name) ?? true
    const all = values.only ? [] : await page.tab.$$eval('#rules option', options => options.map(one => one.value))
    for (const rules of (values.rules ?? all.filter(name => name !== 'custom')).filter(isShared)) console.log(`${rules}: ${await wholeGame(page, engine, rules)}`)
    const basic = [accessibility, undoAndVariation, illegalPoints, recordsInAndOut, deadStones, proposals, engineAndAnalysis]
    for (const act of [...basic, ...[front, count, dead, play, turns, judges, record, times, tree, learn, session, safety].flatMap(acts => Object.values(acts))].filter(isWanted).filter(isShared)) {
      await act(page, engine, browser, values.pictures, server)
      console.log(`${act.name}: as it should be`)
    }
    await twoPages(browser, server, page)
    if (values.pictures) await pictures(browser, engine, values.pictures)
    await endedServer(page, server)
    console.log('All as it should be.')
  } finally {
    await browser.close()
    server.stop()
  }
}

/** Writes the pictures of the documentation. */
async function pictures(browser, engine, folder) {
  const root = join(SCRIPTS, '..')
  const server = await Server.start(engine, [join(root, 'docs', 'example.sgf')])
  const shot = async (page, name) => {
    await page.tab.evaluate(() => window.scrollTo(0, 0))
    await page.tab.screenshot({path: join(folder, name)})
    await page.close()
  }
  /** Opens the example, as it was before some last moves. */
  const opened = async (viewport, back) => {
    const page = await Page.open(browser, server, viewport)
    await page.result()
    const moves = await page.moves()
    for (let number = 1; number <= back; number += 1) {
      await page.tab.keyboard.press('ArrowLeft')
      await page.at(moves - number)
    }
    await page.tab.waitForSelector('#count[aria-busy="false"] tr.own', {state: 'attached'})
    if (await page.tab.isVisible('#hint-close')) await page.click('hint-close')
    return page
  }
  await shot(await opened({width: 1280, height: 720}, 1), 'board.png')
  await shot(await opened({width: 390, height: 844}, 1), 'board-phone.png')
  const table = await opened({width: 1500, height: 900}, 2)
  await table.click('tab-count')
  await table.tab.hover('#count tr.own [data-term="territory"]')
  await shot(table, 'board-table.png')
  const count = await opened({width: 1280, height: 720}, 0)
  await count.tab.click('#count button[data-rules="button_equivalence"]')
  await count.under('button_equivalence')
  await count.tab.waitForSelector('#count[aria-busy="false"]', {state: 'attached'})
  await count.click('count-people')
  await count.tab.waitForSelector('#counting:not([hidden])')
  await count.tab.keyboard.press('End')
  await count.tab.keyboard.press('ArrowLeft')
  await shot(count, 'board-count.png')
  const exact = await Page.open(browser, server, {width: 1280, height: 720})
  await exact.visit({rules: 'button', width: 3, height: 3, komi: 0, moves: [['B', 'B2']]})
  await exact.at(1)
  await exact.tab.check('#exact')
  await exact.tab.waitForSelector('#points .exact')
  await shot(exact, 'board-exact.png')
  const report = await opened({width: 1280, height: 720}, 1)
  await report.click('graph')
  await report.tab.waitForSelector('#graph[aria-pressed="false"]')
  await shot(report, 'board-report.png')
  const dialog = await opened({width: 1280, height: 720}, 1)
  await dialog.openNewGame()
  await dialog.tab.selectOption('#rules', 'two_button')
  await dialog.click('rules-page')
  await dialog.says('rules-text', 'Two Button Go')
  await shot(dialog, 'board-new-game.png')
  server.stop()
}

main().catch(error => {
  console.error(error instanceof Failure ? `board-session: ${error.message}` : error)
  process.exit(1)
})
