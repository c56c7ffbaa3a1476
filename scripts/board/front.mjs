// Acts of the board page's browser test about what a visitor meets: the dialog of a new game, words for turns and ends, tokens,
// an engine that plays to the end, a game that is kept, tabs, keys, the report, and whole records.

import {existsSync, mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {Page, Server, check, same} from './driver.mjs'

/** A record with what no program may lose: names, a comment, marks, a variation, a property of its own, and a result. */
const RECORD = '(;GM[1]FF[4]SZ[5]PB[Ann]PW[Bob]KM[0.5]RU[Chinese]RE[B+3.5]EV[A cup]XX[own][two];B[cc]C[The middle.]LB[bb:1]TR[cc](;W[bb]C[Best])(;W[dd];B[dc]N[other]))'

/** Returns the properties of each node of a record, without their order, by a reader of a few lines. */
function nodesOf(sgf) {
  return sgf.split(/;(?=[A-Z])/).slice(1).map(node =>
    [...node.matchAll(/([A-Z]+)((?:\[(?:[^\]\\]|\\[^])*\]\s*)+)/g)].map(([, name, values]) => name + values.replace(/\s+$/, '')).sort())
}

/** Opens a record, goes through it, plays elsewhere, and saves it: nothing of it is lost. */
export async function recordsComeBack(page) {
  const {tab} = page
  await page.read(RECORD, 2)
  await page.says('record-names', 'Black: Ann · White: Bob')
  await page.says('record-names', 'Black wins by 3½ points')
  await page.click('undo')
  await page.at(1)
  same(await tab.inputValue('#comment'), 'The middle.', 'the comment of the node')
  await tab.waitForSelector('[data-point="B4"].label')
  same(await tab.textContent('[data-point="B4"]'), '1', 'a label')
  check(await tab.isVisible('[data-point="C3"].triangle'), 'a mark')
  same((await tab.$$('#variations button')).length, 2, 'variations of the record')
  const first = await page.save()
  const wanted = nodesOf(RECORD)
  // The program adds what the format asks for, and its own words for the rules.
  const own = /^(CA|FF|AP|HPR|RU)\[/
  same(nodesOf(first).map(node => node.filter(one => !own.test(one))), wanted.map(node => node.filter(one => !own.test(one))), 'properties of a record that was opened at its first move')
  await page.place('A1')
  await page.tab.fill('#comment', 'a ] bracket\nand a line')
  const second = await page.save()
  same(nodesOf(second).length, wanted.length + 1, 'nodes after a move of one\'s own')
  check(second.includes('C[a \\] bracket\nand a line]') && second.includes('PB[Ann]') && second.includes('W[dd]'), second)
  await page.newGame('chinese', 5, 0)
  await page.read(second, 2)
  same(nodesOf(await page.save()), nodesOf(second), 'the record once more')
  page.noFaults('records that come back')
}

/** Opens a record in which a move is illegal: it is shown as far as it goes, and saved whole. */
export async function brokenRecords(page) {
  const sgf = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[cc];W[cc];B[dd]C[beyond])'
  await page.read(sgf, 1)
  await page.says('notice', 'occupied')
  await page.click('redo')
  await page.says('notice', 'no position here')
  await page.at(1)
  check((await page.save()).includes('C[beyond]'), 'what lies beyond the illegal move is kept')
  page.noFaults('broken records')
}

/** Opens the dialog of a new game in the middle of one: it asks first, and changes nothing until it is started. */
export async function newGameDialog(page) {
  const {tab} = page
  await page.newGame('chinese', 5, 0)
  await page.place('C3')
  await tab.evaluate(() => { window.asks = true })
  await tab.locator('#new-game-open').click()
  await page.says('question-text', 'Your game of 1 move is not saved. Leave it')
  await page.click('no')
  await tab.evaluate(() => { window.asks = false })
  check(await tab.isHidden('#new-game-dialog'), 'who stays sees no dialog')
  await page.openNewGame()
  await tab.selectOption('#rules', 'two_button')
  await page.says('rules-sentence', 'pass')
  await tab.selectOption('#rules', 'ultimate')
  check(await tab.isDisabled('#komi'), 'no komi where nothing is counted')
  await tab.selectOption('#rules', 'two_button')
  same(await tab.$eval('#rules', one => one.selectedOptions[0].textContent), 'Two Button Go', 'rule sets have names for people')
  await page.click('rules-page')
  await page.says('rules-text', 'Two Button Go')
  await page.click('new-game-cancel')
  same([await page.moves(), await tab.getAttribute('#status', 'data-rules')], [1, 'chinese'], 'a dialog that was cancelled')
  await page.click('save')
  await page.openNewGame()
  await tab.selectOption('#opponent', 'black')
  check((await tab.$eval('#opponent-level', one => one.options[0].textContent)).includes('random'), 'levels in words')
  await page.click('new-game-cancel')
  page.noFaults('the dialog of a new game')
}

/** Wins by half a point: the page says whose turn it is, what a pass costs, who has won and why. */
export async function wordsForTurnsAndEnds(page) {
  const {tab} = page
  await page.newGame('two_button', 5, 0.5)
  check((await page.text('tokens')).includes('costs you half a point'), await page.text('tokens'))
  await page.place('C3')
  await tab.selectOption('#seconds', '0.2')
  await tab.selectOption('#level-white', '3')
  await tab.selectOption('#player-white', 'engine')
  await page.at(2)
  await page.says('status', 'Your turn, Black')
  await tab.selectOption('#player-white', 'person')
  await page.read('(;GM[1]SZ[5]RU[two_button]KM[0.5];B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[cc];W[cb];B[cd];W[ca];B[ce];W[];B[])', 17)
  await page.says('verdict', 'If ')
  await page.click('agree-black')
  await tab.waitForSelector('#agree-black[aria-pressed="true"]')
  await page.click('agree-white')
  await page.says('status', 'The game is over')
  await tab.waitForFunction(() => /^(Black|White) wins by |^A draw/.test(document.getElementById('verdict').textContent))
  check((await page.save()).includes('RE['), 'the result is in the record')
  await page.click('count-it')
  await tab.waitForSelector('#counting:not([hidden])')
  await page.click('counting-close')
  page.noFaults('words for turns and ends')
}

/** Plays on against an engine that would resign, and goes on after a resignation. */
export async function enginePlaysOn(page) {
  const {tab} = page
  // White has one stone and no room.
  const lost = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[ba];W[aa];B[bb];W[];B[bc];W[];B[bd];W[];B[be];W[];B[dd];W[ee];B[db]'
  await page.read(`${lost})`, 13)
  await tab.selectOption('#seconds', '0.2')
  await tab.selectOption('#level-white', '3')
  await tab.selectOption('#player-white', 'engine')
  await page.at(14)
  check(!await page.isOver(), 'a low level does not resign')
  await tab.selectOption('#player-white', 'person')
  await page.read(`${lost})`, 13)
  // A strong engine that may resign does so here; what the server makes of the wish is tested with the server.
  const wishes = []
  await tab.route('**/api/move', async route => {
    const {resigns} = route.request().postDataJSON()
    wishes.push(resigns)
    if (!resigns) return route.continue()
    return route.fulfill({json: {move: 'resign', why: null, winRate: 0.01, score: null, basis: 'searched', visits: 1, newVisits: 1, moves: []}})
  })
  await tab.evaluate(() => { const list = document.getElementById('level-white'); list.value = list.options[list.length - 1].value })
  await tab.selectOption('#player-white', 'engine')
  await page.says('offer-text', 'would resign')
  await page.click('offer-play-on')
  await page.at(14)
  check(!await page.isOver(), 'the engine plays on')
  same(wishes, [true, false], 'it was asked not to resign')
  await tab.unroute('**/api/move')
  await tab.selectOption('#player-white', 'person')
  await page.click('resign')
  await page.click('yes')
  await page.says('because', 'has resigned')
  const moves = await page.moves()
  await page.click('play-on')
  await page.at(moves - 1)
  check(!await page.isOver(), 'one may play on after a resignation')
  page.noFaults('an engine that plays on')
}

/** Closes a page in the middle of a game, and starts the server anew: the game is offered. */
export async function gamesAreKept(_, engine, browser) {
  const state = mkdtempSync(join(tmpdir(), 'board-'))
  const env = {XDG_STATE_HOME: state}
  const file = join(state, 'halfpoint', 'board.json')
  try {
    let server = await Server.start(engine, ['--size', '5', '--threads', '1'], env)
    const page = await Page.open(browser, server)
    await page.newGame('two_button', 5, 0.5)
    for (const point of ['C3', 'B2']) await page.place(point)
    for (let round = 0; round < 100 && !existsSync(file); round += 1) await new Promise(resolve => setTimeout(resolve, 100))
    same(statSync(file).mode & 0o777, 0o600, 'the mode of the file')
    check(readFileSync(file, 'utf8').includes('C3'), 'the file has the game')
    await new Promise(resolve => setTimeout(resolve, 2000))
    await page.close()
    server.stop()
    await server.ended
    server = await Server.start(engine, ['--size', '5', '--threads', '1'], env)
    const next = await Page.open(browser, server)
    await next.says('question-text', 'Go on with your game of Two Button Go on 5×5, 2 moves?')
    await next.tab.locator('#yes').click()
    await next.at(2)
    await next.under('two_button')
    // A page that is open has its game: another tab is not offered it.
    await next.place('D2')
    await new Promise(resolve => setTimeout(resolve, 2500))
    const beside = await Page.beside(next.context, server.origin)
    await beside.begun()
    await new Promise(resolve => setTimeout(resolve, 500))
    check(await beside.tab.isHidden('#question'), 'a game that is open elsewhere is not offered')
    next.noFaults('a game that was kept')
    await next.close()
    server.stop()
  } finally {
    rmSync(state, {recursive: true, force: true})
  }
}

/** Goes through a game by keys and the wheel, after clicks of the mouse, and reads a report of it. */
export async function handsAndHabits(page) {
  const {tab} = page
  await page.newGame('button', 7, 0)
  for (const point of ['D4', 'A1', 'D2', 'A7']) await page.place(point)
  await tab.keyboard.press('ArrowLeft')
  await page.at(3)
  await tab.keyboard.press('ArrowLeft')
  await page.at(2)
  const box = await tab.locator('#board-frame').boundingBox()
  await tab.mouse.move(box.x + 20, box.y + 20)
  await tab.mouse.wheel(0, 100)
  await page.at(3)
  await tab.mouse.wheel(0, -100)
  await page.at(2)
  await tab.keyboard.press('End')
  await page.at(4)
  await page.place('B7')
  await tab.keyboard.press('Control+z')
  await page.at(4)
  await tab.focus('#tokens button')
  await tab.keyboard.press('Enter')
  await page.at(5)
  check(await tab.evaluate(() => document.getElementById('tokens').contains(document.activeElement)), 'a token that was pressed by a key leaves the focus among the tokens')
  await tab.keyboard.press('Control+z')
  await page.at(4)
  await tab.selectOption('#graph-seconds', '0.2')
  await page.click('graph')
  await tab.waitForSelector('#graph[aria-pressed="false"]')
  same(await page.text('graph-state'), '5 of 5 positions', 'all positions are looked at')
  await page.says('report', 'Black made ')
  const worst = tab.locator('#report table button').first()
  check(/^\d+\. (Black|White) /.test(await worst.textContent()), await worst.textContent())
  const number = Number((await worst.textContent()).split('.')[0])
  await worst.click()
  await page.at(number - 1)
  await tab.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '(;GM[1]SZ[5]RU[Chinese]KM[0];B[cc])')
    window.asks = true
    document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))
  })
  await tab.waitForSelector('#question[open]')
  await tab.locator('#yes').click()
  await tab.evaluate(() => { window.asks = false })
  await page.at(1)
  await page.under('chinese')
  await tab.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['(;GM[1]SZ[5]RU[AGA]KM[0];B[cc];W[bb])'], 'game.sgf'))
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))
  })
  await page.at(2)
  await page.under('aga')
  const download = tab.waitForEvent('download')
  await page.click('save-picture')
  const card = readFileSync(await (await download).path(), 'utf8')
  check(card.startsWith('<svg') && /aga/i.test(card), 'the picture is the score card')
  page.noFaults('hands and habits')
}

/** Draws the line of a move while it is pointed at, and shows both sides' view. */
export async function analysisForPeople(page) {
  const {tab} = page
  await page.newGame('chinese', 7, 7)
  await page.place('D4')
  await page.click('analyze')
  same(await page.text('analyze'), '■ Stop', 'the button says what it does')
  await tab.waitForSelector('#analysis tbody tr:nth-child(2)')
  // The table is drawn anew all the time, so its cells are never at rest, as `hover` wants them.
  const [x, y] = await tab.evaluate(() => {
    const cell = document.querySelector('#analysis tbody tr:first-child td:first-child')
    cell.scrollIntoView({block: 'nearest'})
    const {left, top, width, height} = cell.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  })
  await tab.mouse.move(x, y)
  await tab.waitForSelector('#picture .line-drawn circle', {state: 'attached'})
  check((await tab.$$('#points .hint.loss-0')).length > 0, 'the best moves are green')
  const chance = () => tab.textContent('#analysis tbody tr:first-child td:nth-child(3)')
  const black = parseFloat(await chance())
  await tab.selectOption('#view-of', 'white')
  const white = parseFloat(await chance())
  check(Math.abs(black + white - 100) < 25, `both views: ${black} and ${white}`)
  await page.click('analyze')
  await tab.selectOption('#view-of', 'black')
  page.noFaults('analysis for people')
}

/** Sizes of windows that are looked at. */
const WINDOWS = [[360, 740], [768, 1024], [1366, 650], [1920, 1000]]

/** Plays a game to its end in windows of several sizes: the board stays in sight, and nothing jumps. */
export async function nothingJumps(_, engine, browser, pictures, server) {
  for (const [width, height] of WINDOWS) {
    const page = await Page.open(browser, server, {width, height})
    const {tab} = page
    await page.newGame('two_button', 5, 0.5)
    await tab.selectOption('#seconds', '0.2')
    await tab.selectOption('#level-white', '2')
    await tab.selectOption('#player-white', 'engine')
    await tab.evaluate(() => window.scrollTo(0, 0))
    // A new game may have other parts: they come with it, however slow the machine.
    await tab.evaluate(() => {
      window.jumps = []
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumps.push({value: entry.value, nodes: entry.sources.map(({node}) => node?.id || node?.parentElement?.id || node?.className)})
      }).observe({type: 'layout-shift', buffered: false})
    })
    const board = await tab.locator('#board-frame').boundingBox()
    check(board.y >= 0 && board.y + board.height <= height, `${width}×${height}: the board is in sight`)
    check(board.height >= Math.min(width, height) * (width > 832 ? 0.85 : 0.8) * (width > 832 || height > width ? 1 : 0.8), `${width}×${height}: the board has ${board.height} pixels`)
    same(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, `${width}×${height}: nothing is too wide`)
    /** Waits until the engine has answered a move, or the game is over. */
    const answered = moves => tab.waitForFunction(moves => {
      const {dataset, textContent} = document.getElementById('status')
      return dataset.over || (textContent.startsWith('Your turn') && Number(document.getElementById('move-number').textContent.split(' ')[1]) >= moves + 2)
    }, moves)
    for (let number = 0; number < 3 && !await page.isOver(); number += 1) {
      const moves = await page.moves()
      const free = await tab.getAttribute('#points button:not(.stone):not([aria-disabled="true"])', 'data-point')
      await tab.locator(`[data-point="${free}"]`).click()
      await answered(moves)
    }
    for (let number = 0; number < 6 && !await page.isOver(); number += 1) {
      const moves = await page.moves()
      await tab.locator('#tokens button').first().click()
      await answered(moves)
    }
    await page.result()
    const jumps = await tab.evaluate(() => window.jumps)
    const sum = jumps.reduce((sum, {value}) => sum + value, 0)
    check(sum < 0.02, `${width}×${height}: layout shift ${sum}: ${JSON.stringify(jumps)}`)
    page.noFaults(`${width}×${height}`)
    await page.close()
  }
}
