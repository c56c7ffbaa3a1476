// Acts of the board page's browser test about play: agreements, set-up, opponents, clocks, graphs.

import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {FAKE, Page, Server, check, same, scored, violations} from './driver.mjs'

const GNUGO = '/usr/games/gnugo'

/** A board on which White has 15 points and Black 10, with Black to move. */
const WHITE_AHEAD = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce]'

async function players(page, black, white) {
  await page.tab.selectOption('#player-black', black)
  await page.tab.selectOption('#player-white', white)
}

/** Proposes dead stones under half_pass, and answers in both ways. */
export async function proposal(page, engine) {
  for (const answer of ['halfpass', 'pass']) {
    await page.newGame('half_pass', 5, 0)
    for (const point of ['C3', 'A1', 'C4', 'A2']) await page.place(point)
    await page.click('mark-proposal')
    await page.tab.click('[data-point="A1"]')
    check((await page.text('propose')).includes('A1') && (await page.text('propose')).includes('A2'), 'a click marks the whole group')
    await page.click('propose')
    await page.at(5)
    check((await page.text('proposal-text')).startsWith('Black proposes as dead: A1 A2'), 'the proposed stones are shown')
    check((await page.tab.getAttribute('[data-point="A2"]', 'aria-label')).includes('proposed as dead'), 'the stones are marked')
    const words = await page.tab.$$eval('#tokens button', all => all.map(one => [one.dataset.move, one.textContent]))
    for (const [move, text] of words) {
      check(text.includes(move === 'halfpass' ? 'accepts the proposal' : 'declines the proposal'), `${move}: ${text}`)
    }
    await page.token(answer)
    if (answer === 'pass') {
      check((await page.text('status')) === 'Black to move', 'a declined proposal lets play go on')
      continue
    }
    await page.says('status', 'The game is over')
    const result = await page.result()
    same(result, scored(engine, await page.save(), 'half_pass'), 'the result of an accepted proposal')
    check(result.startsWith('B+'), `the proposed stones are dead: ${result}`)
  }
  page.noFaults('proposal')
}

/** Offers draws to a person and to the engine. */
export async function draws(page) {
  await players(page, 'person', 'person')
  await page.newGame('chinese', 5, 0)
  await page.place('C3')
  await page.click('offer-draw')
  check((await page.text('question-text')).startsWith('White offers a draw. Black'), 'the other player is asked')
  await page.click('no')
  await page.says('notice', 'declines the draw')
  await page.click('offer-draw')
  await page.click('yes')
  await page.says('status', 'Drawn by agreement')
  check((await page.save()).includes('RE[0]'), 'the record has the draw')
  await page.reload()
  await page.says('status', 'Drawn by agreement')
  await page.tab.click('[data-point="B2"]')
  await page.says('notice', 'The game is over')
  await page.read(`${WHITE_AHEAD})`, 10)
  await page.tab.selectOption('#player-white', 'engine')
  await page.click('offer-draw')
  await page.says('notice', 'declines the draw')
  await page.tab.selectOption('#player-white', 'person')
  await page.read(`${WHITE_AHEAD};B[])`, 11)
  await page.tab.selectOption('#player-black', 'engine')
  await page.click('offer-draw')
  await page.says('status', 'Drawn by agreement')
  await players(page, 'person', 'person')
  page.noFaults('draws')
}

/** Takes moves back by consent, and resigns. */
export async function takeBacks(page) {
  await page.newGame('chinese', 5, 0)
  await page.tab.check('#moves-stand')
  for (const point of ['C3', 'B2']) await page.place(point)
  await page.click('undo')
  await page.at(1)
  await page.tab.click('[data-point="D4"]')
  await page.says('notice', 'Moves stand')
  await page.at(1)
  await page.click('last')
  await page.at(2)
  await page.click('take-back')
  check((await page.text('question-text')).startsWith('White asks'), 'the player of the move asks')
  await page.click('no')
  await page.says('notice', 'the move stands')
  await page.click('take-back')
  await page.click('yes')
  await page.at(1)
  await page.place('D4')
  await page.tab.selectOption('#take-backs', 'refuses')
  await page.tab.selectOption('#player-white', 'engine')
  await page.tab.selectOption('#seconds', '0.2')
  await page.place('A1')
  await page.at(4)
  await page.click('take-back')
  await page.says('notice', 'does not agree')
  await page.tab.selectOption('#take-backs', 'allows')
  await page.click('take-back')
  await page.at(2)
  await page.tab.selectOption('#player-white', 'person')
  await page.tab.uncheck('#moves-stand')
  await page.click('resign')
  await page.click('yes')
  await page.says('status', 'resignation')
  const saved = await page.save()
  check(saved.includes('RE[W+R]'), 'the record has the resignation')
  check(saved.indexOf('W[db]') < saved.indexOf('W[bd]'), `the game that was played comes before what was taken back: ${saved}`)
  page.noFaults('take-backs')
}

/** Agrees on dead stones, with a person and with the engine. */
export async function deadByConsent(page) {
  const ended = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[bd];W[ab];B[bc];W[ed];B[bb];W[];B[ba];W[];B[be];W[];B[])'
  await page.read(ended, 11)
  await page.tab.waitForSelector('#count[aria-busy="false"] tr.own', {state: 'attached'})
  await page.click('agree-black')
  await page.tab.waitForSelector('#agree-black[aria-pressed="true"]')
  await page.tab.waitForSelector('#count[aria-busy="false"] tr.own', {state: 'attached'})
  await page.click('agree-white')
  await page.says('status', 'The game is over')
  await page.tab.click('[data-point="E2"]')
  await page.says('notice', 'Both players have agreed')
  await page.click('play-on')
  await page.says('status', 'White to move')
  await page.click('play-on')
  await page.tab.waitForSelector('#agree-black[aria-pressed="false"]')
  await page.tab.click('[data-point="B3"]')
  await page.tab.waitForSelector('#count[aria-busy="false"] tr.own', {state: 'attached'})
  await page.tab.selectOption('#player-white', 'engine')
  await page.tab.waitForSelector('#count[aria-busy="false"] tr.own', {state: 'attached'})
  await page.click('agree-black')
  await page.says('notice', 'sees these stones otherwise')
  await page.tab.selectOption('#player-white', 'person')
  await page.click('play-on')
  await page.says('deed', 'Play goes on.')
  await page.says('status', 'White to move')
  await page.place('A1')
  check(!(await page.text('status')).includes('over'), 'a move reopens the game')
  page.noFaults('dead stones by consent')
}

async function stones(page) {
  return page.tab.$$eval('#points button', all =>
    all.map(one => one.getAttribute('aria-label')).filter(label => label.includes('stone')).map(label => label.split(';')[0]).sort())
}

async function waitForStones(page, number) {
  await page.tab.waitForFunction(number => document.querySelectorAll('#points button.stone').length === number, number)
}

/** Sets up positions, and begins games with handicap, of other sizes and under rules of one's own. */
export async function setUp(page, engine) {
  await page.newGame('button', 5, 0)
  await page.place('C3')
  await page.click('set-up')
  await page.at(0)
  await page.tab.selectOption('#tool', 'alternating')
  for (const [point, number] of [['A1', 2], ['B2', 3], ['C3', 2]]) {
    await page.tab.click(`[data-point="${point}"]`)
    await waitForStones(page, number)
  }
  same(await stones(page), ['A1, black stone', 'B2, white stone'], 'stones that were set up')
  await page.tab.selectOption('#tool', 'white')
  await page.tab.click('[data-point="E5"]')
  await waitForStones(page, 3)
  await page.tab.selectOption('#tool', 'erase')
  await page.tab.click('[data-point="B2"]')
  await waitForStones(page, 2)
  // A stone without liberties is refused, and the position stays.
  await page.tab.selectOption('#tool', 'white')
  for (const [point, number] of [['A2', 3], ['B1', 3]]) {
    await page.tab.click(`[data-point="${point}"]`)
    await waitForStones(page, number)
  }
  await page.says('notice', 'setup')
  page.faults = page.faults.filter(text => !text.includes('422'))
  await page.tab.selectOption('#first-player', 'W')
  await page.says('status', 'Set up a position')
  await page.click('set-up-done')
  await page.says('status', 'White to move')
  await page.place('D4')
  const sgf = await page.save()
  check(/AB\[ae\]/.test(sgf) && sgf.includes('PL[W]'), `the record has the position: ${sgf}`)
  await page.tab.waitForSelector('#count[aria-busy="false"] tr.own', {state: 'attached'})
  same(await page.tab.getAttribute('#count tr.own td[data-result]', 'data-result'), scored(engine, sgf, 'button'), 'the result of a position that was set up')
  await page.click('set-up')
  await page.at(0)
  await page.click('set-up-clear')
  await waitForStones(page, 0)
  await page.click('set-up-cancel')
  await page.at(1)
  await waitForStones(page, 4)
  page.noFaults('set-up')
}

/** Begins games with the fields of the form that few need. */
export async function newGames(page) {
  const {tab} = page
  await tab.fill('#handicap', '3')
  await tab.selectOption('#handicap-kind', 'fixed')
  await page.newGame('aga', 9, 0.5)
  await waitForStones(page, 3)
  check((await page.text('status')).includes('White to move'), 'White moves first after handicap stones')
  check((await page.save()).includes('HA[3]'), 'the record has the handicap')
  await tab.selectOption('#handicap-kind', 'by-hand')
  await tab.fill('#handicap', '2')
  await page.newGame('aga', 9, 0.5)
  await page.says('notice', 'Place 2 handicap stones')
  for (const [point, number] of [['A1', 1], ['J9', 2]]) {
    await tab.click(`[data-point="${point}"]`)
    await waitForStones(page, number)
  }
  await page.click('set-up-done')
  check((await page.save()).includes('HA[2]'), 'stones of Black\'s choice are handicap stones')
  await tab.fill('#handicap', '0')
  await tab.selectOption('#size', 'other')
  await tab.fill('#width', '3')
  await tab.fill('#height', '11')
  await tab.selectOption('#rules', 'custom')
  await tab.fill('#custom-rules', '{"scoring":"AREA","ko":"SIMPLE","hasButton":true}')
  await page.startGame()
  await tab.waitForFunction(() => document.querySelectorAll('#points button').length === 33)
  check((await page.tokens()).includes('pass') && (await page.text('things')).includes('button'), 'rules of one\'s own have their button')
  await page.reload()
  await tab.waitForFunction(() => document.querySelectorAll('#points button').length === 33)
  await tab.selectOption('#rules', 'custom')
  await tab.fill('#custom-rules', '{"scoring":"NONE"}')
  await tab.selectOption('#size', '5')
  await tab.click('#new-game-start')
  await page.says('new-game-problem', 'rules')
  await page.click('new-game-cancel')
  same(await page.moves(), 0, 'the game that runs stays')
  page.faults = page.faults.filter(text => !text.includes('422'))
  page.noFaults('new games')
}

/** Goes to moves by number and by the drawn tree, in a game of some hundred moves. */
export async function moveTree(page) {
  const {tab} = page
  let moves = ''
  const letters = 'abcdefghijklmnopqrs'
  // Every second line, filled in turn, so that nothing is captured.
  for (let row = 0; row < 19; row += 2) {
    for (let column = 0; column < 19; column += 1) moves += `;${moves.split(';').length % 2 ? 'B' : 'W'}[${letters[column]}${letters[row]}]`
  }
  await page.read(`(;GM[1]SZ[19]RU[Chinese]KM[7.5]${moves})`, 190)
  check((await tab.$$('#move-tree button')).length <= 121, 'only a part of a long game is drawn')
  await tab.focus('#go-to')
  await tab.keyboard.press('Home')
  await page.at(0)
  await tab.evaluate(() => { const slider = document.getElementById('go-to'); slider.value = 40; slider.dispatchEvent(new Event('input')) })
  await page.at(40)
  await page.place('B2')
  await page.place('C2')
  await tab.click('#move-tree [title="41. Black C15"]')
  await page.at(41)
  await tab.keyboard.press('ArrowDown')
  await tab.waitForSelector('#move-tree [aria-current][title="41. Black B2"]')
  same(await tab.evaluate(() => document.activeElement.title), '41. Black B2', 'the focus follows the arrow keys')
  await tab.keyboard.press('ArrowRight')
  await tab.waitForSelector('#move-tree [aria-current][title="42. White C2"]')
  await tab.keyboard.press('ArrowLeft')
  await tab.keyboard.press('ArrowUp')
  await tab.waitForSelector('#move-tree [aria-current][title="41. Black C15"]')
  const tops = await tab.$$eval('#move-tree button', all => new Set(all.map(one => one.style.top)).size)
  same(tops, 2, 'a variation has a lane of its own')
  page.noFaults('move tree')
}

/** Waits until a game has some moves. */
async function atLeast(page, moves) {
  await page.tab.waitForFunction(moves =>
    Number(document.getElementById('move-number').textContent.split(' ')[1]) >= moves, moves)
}

/** Plays against other engines, sound and broken ones, and lets two engines play each other. */
export async function otherEngines(_, engine, browser) {
  const options = ['--opponent', `twin=${engine} gtp --level 1`, '--opponent', FAKE,
    '--opponent', `crash=${FAKE} --crash`, '--opponent', `hang=${FAKE} --hang`, '--opponent', 'none=no-such-program-here']
  if (existsSync(GNUGO)) options.push('--opponent', `${GNUGO} --mode gtp --level 1`)
  const server = await Server.start(engine, ['--size', '5', '--threads', '1', ...options])
  const page = await Page.open(browser, server)
  const {tab} = page
  await tab.selectOption('#seconds', '0.2')
  await page.newGame('two_button_moves', 5, 0.5)
  await page.place('C3')
  await page.token('pass')
  const known = await tab.$$eval('#player-white option', all => all.map(one => one.textContent))
  check(['you', 'engine', 'twin', 'node', 'crash'].every(name => known.includes(name)), `the opponents are offered: ${known}`)
  await tab.selectOption('#player-black', 'opponent:twin')
  await page.at(3)
  await tab.waitForFunction(() => /^Black \(twin\) (played|gave|passed)/.test(document.getElementById('thinking').textContent))
  await players(page, 'person', 'person')
  await page.newGame('button', 5, 0)
  // A1 is occupied when the fake engine is asked for the second time.
  await players(page, 'person', 'opponent:node')
  await page.place('C3')
  await page.at(2)
  await page.place('C4')
  await page.says('notice', 'node answered A1, which is illegal: occupied')
  await page.at(3)
  for (const [name, text] of [['crash', 'its process has ended'], ['none', 'cannot be started']]) {
    await tab.selectOption('#player-white', `opponent:${name}`)
    await page.says('notice', text)
  }
  await tab.selectOption('#player-white', 'opponent:hang')
  await page.says('status', 'White (hang) is thinking')
  await page.click('stop')
  await tab.selectOption('#player-white', 'opponent:twin')
  await page.at(4)
  if (existsSync(GNUGO)) {
    await tab.selectOption('#player-white', 'person')
    await page.newGame('chinese', 9, 7)
    await tab.selectOption('#player-white', 'opponent:gnugo')
    await page.place('E5')
    await page.at(2)
  }
  // Two engines, of which one is weak; then a pause.
  await players(page, 'person', 'person')
  await page.newGame('two_button', 7, 0)
  await tab.selectOption('#level-black', '1')
  await players(page, 'engine', 'engine')
  await atLeast(page, 3)
  await page.click('pause')
  const moves = await page.moves()
  await new Promise(resolve => setTimeout(resolve, 1000))
  check(await page.moves() <= moves + 1, 'a pause stops the engines')
  await page.click('pause')
  await atLeast(page, moves + 3)
  await players(page, 'person', 'person')
  page.faults = page.faults.filter(text => !text.includes('422'))
  page.noFaults('other engines')
  await page.close()
  server.stop()
}

/** Plays with clocks: byo-yomi is counted by the server, the engine keeps to its time, and a flag falls. */
export async function clocks(page) {
  const {tab} = page
  const begin = async (system, values) => {
    await tab.selectOption('#time-system', system)
    for (const [id, value] of Object.entries(values)) await tab.fill(`#time-${id}`, String(value))
    await page.newGame('chinese', 5, 0)
  }
  const shown = async color => (await tab.textContent(`#clock-${color}`)).trim()
  await begin('canadian', {main: 0, period: 300, count: 5})
  check(/^Black [45]:\d\d, 5 to play$/.test(await shown('black')), await shown('black'))
  await page.place('C3')
  check(/^Black [45]:\d\d, 4 to play$/.test(await shown('black')), await shown('black'))
  check((await tab.getAttribute('#clock-white', 'class')).includes('running'), 'White\'s clock runs')
  await begin('fischer', {main: 100, period: 60})
  await page.place('C3')
  check(/^Black 2:3\d|^Black 2:40/.test(await shown('black')), `the increment is added: ${await shown('black')}`)
  await page.reload()
  check(/^Black 2:3\d|^Black 2:40/.test(await shown('black')), 'the clock travels with the game')
  await begin('absolute', {main: 20})
  await tab.selectOption('#player-white', 'engine')
  await page.place('C3')
  await page.at(2)
  await tab.selectOption('#player-white', 'person')
  const left = Number(/^White 0:(\d\d)$/.exec(await shown('white'))?.[1])
  check(left >= 10 && left <= 20, `the engine shares its time out: ${await shown('white')}`)
  await begin('byoyomi', {main: 0, period: 1, count: 2})
  check((await shown('black')).includes('period'), await shown('black'))
  await page.says('status', 'The game is over on time')
  await page.says('verdict', 'White wins on time')
  check((await page.save()).includes('RE[W+T]'), 'the record has the loss on time')
  await tab.selectOption('#on-time', 'warned')
  await begin('absolute', {main: 1})
  await tab.waitForFunction(() => document.getElementById('clock-black').textContent.includes('time is up'))
  await page.place('C3')
  await tab.selectOption('#on-time', 'loses')
  await begin('none', {})
  check(await tab.isHidden('#clocks'), 'no clock')
  page.noFaults('clocks')
}

/** Draws the graph of a game, stops it, goes to a move by it, and asks why the engine moved. */
export async function graphAndReasons(page) {
  const {tab} = page
  await page.newGame('two_button_moves', 5, 0.5)
  for (const point of ['C3', 'B2', 'D2', 'B4', 'B3', 'C4']) await page.place(point)
  await tab.selectOption('#graph-seconds', '0.05')
  await page.click('graph')
  await tab.waitForSelector('#graph[aria-pressed="false"]', {state: 'attached'})
  same(await page.text('graph-state'), '7 of 7 positions', 'all positions have a value')
  const points = await tab.getAttribute('#graph-picture .chance', 'd')
  same(points.split('L').length, 7, 'the line goes through all positions')
  await page.place('C2')
  await tab.selectOption('#graph-seconds', '1')
  await page.click('graph')
  await page.click('graph')
  same(await tab.getAttribute('#graph', 'aria-pressed'), 'false', 'the graph can be stopped')
  const graph = await tab.$('#graph-picture')
  await graph.scrollIntoViewIfNeeded()
  const box = await graph.boundingBox()
  await tab.mouse.click(box.x + 3, box.y + 20)
  await page.at(0)
  check((await page.text('graph-value')).includes('Black wins'), 'the value of the position is said')
  await page.click('last')
  await page.at(7)
  await tab.selectOption('#seconds', '0.2')
  await page.click('engine-move')
  await page.at(8)
  await tab.click('#why-move summary')
  const reasons = await tab.$$eval('#why-move li', all => all.map(one => one.textContent))
  check(reasons.some(text => text.startsWith('It expects: ')) && reasons.some(text => text.startsWith('It liked less: ')), `reasons: ${reasons}`)
  check(!reasons.some(text => /searched|fullpass|halfpass| 1 visits/.test(text)), `reasons in plain words: ${reasons}`)
  await tab.check('#show-ownership')
  await page.click('analyze')
  await tab.waitForSelector('#analysis tr.token', {timeout: 20_000})
  await tab.waitForSelector('#picture .owners rect', {state: 'attached'})
  const words = await tab.$$eval('#analysis tr.token', all => all.map(one => `${one.title} ${one.children[1].textContent}`))
  check(words.some(text => /\d|½/.test(text) && text.includes('button')), `token moves have their worth: ${words}`)
  await tab.uncheck('#show-ownership')
  same(await tab.$$eval('#picture .owners', all => all.length), 0, 'the owners are hidden')
  await page.click('analyze')
  page.noFaults('graph and reasons')
}

/** Plays on 19×19 with a finger, on a screen that is 360 pixels wide. */
export async function phone(_, engine, browser, pictures) {
  const server = await Server.start(engine, ['--size', '19', '--threads', '1'])
  const page = await Page.open(browser, server, {width: 360, height: 740}, {hasTouch: true, isMobile: true})
  const {tab} = page
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth)
  check(wide <= 360, `the page is ${wide} pixels wide`)
  await tab.evaluate(() => window.scrollTo(0, document.getElementById('board-frame').offsetTop - 60))
  const finger = await page.context.newCDPSession(tab)
  const touch = (type, point) => finger.send('Input.dispatchTouchEvent', {type, touchPoints: point ? [point] : []})
  const middle = async point => {
    const box = await (await tab.$(`[data-point="${point}"]`)).boundingBox()
    return {x: box.x + box.width / 2, y: box.y + box.height / 2}
  }
  // A finger that came down beside the point is moved while the magnifier shows it.
  const size = (await (await tab.$('[data-point="Q4"]')).boundingBox()).width
  check(size < 24, `a point has ${size} pixels`)
  await touch('touchStart', await middle('R5'))
  check(await tab.isVisible('#loupe'), 'the magnifier is shown')
  same(await page.text('place'), 'Place R5', 'the point under the finger')
  await touch('touchMove', await middle('Q4'))
  same(await page.text('place'), 'Place Q4', 'the point after a move of the finger')
  if (pictures) await tab.screenshot({path: join(pictures, 'board-loupe.png'), clip: {x: 0, y: 0, width: 360, height: 470}})
  await touch('touchEnd')
  check(await tab.isHidden('#loupe'), 'the magnifier is gone')
  await page.at(0)
  await tab.tap('#place')
  await page.at(1)
  check((await tab.getAttribute('[data-point="Q4"]', 'aria-label')).includes('black stone'), 'the stone is there')
  // A second touch of a point confirms it too, and a cancelled one is forgotten.
  await touch('touchStart', await middle('D16'))
  await touch('touchEnd')
  same(await page.text('place'), 'Place D16', 'a touch places nothing yet')
  await tab.tap('#place-not')
  check(await tab.isDisabled('#place'), 'nothing is chosen')
  for (let time = 0; time < 2; time += 1) {
    await touch('touchStart', await middle('D17'))
    await touch('touchEnd')
  }
  await page.at(2)
  const height = await tab.evaluate(() => document.getElementById('place').getBoundingClientRect().height)
  check(height >= 40, `the button has ${height} pixels`)
  page.noFaults('phone')
  await page.close()
  server.stop()
}

/** Lets the engine think while a person does, and stops it by a move and by the switch. */
export async function pondering(page) {
  const {tab} = page
  const asked = []
  const done = []
  tab.on('request', request => { if (request.url().endsWith('/api/ponder')) asked.push(request) })
  tab.on('requestfailed', request => { if (request.url().endsWith('/api/ponder')) done.push(request) })
  await page.newGame('button', 7, 0)
  await tab.check('#ponder')
  await tab.selectOption('#seconds', '0.2')
  await tab.selectOption('#player-white', 'engine')
  for (const moves of [2, 4]) {
    await page.place(moves === 2 ? 'D4' : await tab.getAttribute('#points button:not(.stone):not([aria-disabled="true"])', 'data-point'))
    await page.at(moves)
  }
  await tab.waitForFunction(() => /^White \(engine, level \d+\) (played|took|passed)/.test(document.getElementById('thinking').textContent))
  check(asked.length >= 2, `the engine thinks meanwhile: ${asked.length}`)
  await tab.uncheck('#ponder')
  await new Promise(resolve => setTimeout(resolve, 200))
  same(done.length, asked.length, 'every such search is ended')
  await players(page, 'person', 'person')
  page.noFaults('pondering')
}

/** Looks for obstacles to people who do not see or point, in the parts of the page that open. */
export async function openParts(page) {
  const {tab} = page
  const look = async text => same(await violations(page), [], `violations: ${text}`)
  await tab.selectOption('#time-system', 'byoyomi')
  await tab.fill('#time-main', '600')
  await page.newGame('half_pass', 5, 0)
  for (const point of ['C3', 'A1', 'C4', 'B1']) await page.place(point)
  await page.click('mark-proposal')
  await tab.click('[data-point="A1"]')
  await page.click('graph')
  await tab.waitForSelector('#graph[aria-pressed="false"]', {state: 'attached'})
  for (const scheme of ['light', 'dark']) {
    await tab.emulateMedia({colorScheme: scheme})
    await look(`a proposal, clocks and the graph, ${scheme}`)
  }
  await page.click('set-up')
  await page.at(0)
  await look('set-up, dark')
  await page.click('set-up-cancel')
  await page.at(4)
  await page.click('offer-draw')
  await look('a question, dark')
  await page.click('no')
  await tab.emulateMedia({colorScheme: null})
  await tab.selectOption('#time-system', 'none')
  page.noFaults('open parts')
}
