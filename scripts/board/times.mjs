// Acts of the board page's browser test about records of clocks and of agreed draws.

import {check, same} from './driver.mjs'

const SYSTEMS = [
  ['absolute', {main: 900}, 'TM[900]', /^Black 1[45]:\d\d/],
  ['byoyomi', {main: 0, period: 300, count: 3}, 'TM[0]OT[3x300 byo-yomi]', /^Black 5:00, 3 periods/],
  ['canadian', {main: 0, period: 600, count: 5}, 'TM[0]OT[5/600 Canadian]', /^Black (10:00|9:\d\d), 3 to play/],
  ['fischer', {main: 100, period: 60}, 'TM[100]OT[60 fischer]', /^Black 3:[34]\d/],
  ['fischer-capped', {main: 100, period: 60, saved: 120, move: 90}, 'TM[100]OT[60 fischer, saved at most 120, for a move at most 90]', /^Black 1:30/],
]

/** Saves a game of each time system and opens it again: the clock goes on where it was, after the next move. */
export async function clocksInRecords(page) {
  const {tab} = page
  const shown = color => tab.textContent(`#clock-${color}`)
  for (const [system, values, limits, black] of SYSTEMS) {
    await tab.selectOption('#time-system', system)
    for (const [id, value] of Object.entries(values)) await tab.fill(`#time-${id}`, String(value))
    await page.newGame('button', 5, 0)
    for (const point of ['C3', 'B2', 'D2']) await page.place(point)
    const sgf = await page.save()
    check(sgf.includes(limits), `${system}: the record has the limits: ${sgf}`)
    const moves = sgf.split(';').slice(2)
    same(moves.map(move => [move.includes('BL['), move.includes('WL[')]), [[true, false], [false, true], [true, false]], `${system}: times of the moves: ${sgf}`)
    await tab.selectOption('#time-system', 'none')
    await page.newGame('chinese', 5, 0)
    check(await tab.isHidden('#clocks'), 'no clock meanwhile')
    await page.read(sgf, 3)
    check(black.test(await shown('black')), `${system}: Black's clock: ${await shown('black')}`)
    check((await shown('white')).includes('waits'), `${system}: White's clock waits: ${await shown('white')}`)
    const waiting = await shown('white')
    await new Promise(resolve => setTimeout(resolve, 300))
    same(await shown('white'), waiting, `${system}: a clock that waits`)
    same(await page.save(), sgf, `${system}: a record that was read and saved`)
    await page.reload()
    check((await shown('white')).includes('waits'), `${system}: it waits after a reload, too`)
    same(await page.save(), sgf, `${system}: a record after a reload`)
    await page.place('A1')
    check((await tab.getAttribute('#clock-black', 'class')).includes('running'), `${system}: the move lets the clock run`)
  }
  await page.read('(;GM[1]SZ[5]RU[Chinese]KM[0]TM[60]OT[<b>whenever</b>];B[cc])', 1)
  check((await page.text('notice')).includes('OT[<b>whenever</b>] is not understood'), `overtime in unknown words: ${await page.text('notice')}`)
  check(await tab.isHidden('#clocks'), 'no clock that is not understood')
  page.noFaults('clocks in records')
}

/** Opens the record of an agreed draw, and those of games in which a draw means something else. */
export async function drawsInRecords(page) {
  await page.newGame('chinese', 5, 0)
  await page.place('C3')
  await page.click('offer-draw')
  await page.click('yes')
  await page.says('status', 'Drawn by agreement')
  const sgf = await page.save()
  await page.newGame('chinese', 5, 0)
  await page.read(sgf, 1)
  await page.says('status', 'Drawn by agreement')
  same(await page.save(), sgf, 'an agreed draw that was read and saved')
  await page.read('(;GM[1]SZ[5]RU[Chinese]KM[0]RE[Draw];B[cc];W[];B[])', 3)
  await page.says('status', 'Both have passed')
  await page.read('(;GM[1]SZ[5]RU[Chinese]KM[0]RE[B+3];B[cc])', 1)
  await page.says('status', 'White to move')
  page.noFaults('draws in records')
}

/** Begins a game in which each player has some seconds for all moves, and makes its first move, which lets the clock run. */
async function firstMove(page, rules, seconds) {
  await page.tab.selectOption('#time-system', 'absolute')
  await page.tab.fill('#time-main', String(seconds))
  await page.newGame(rules, 5, 0)
  await page.place('C3')
}

/** Sets a position up and plays it with a clock: that of the game before, and one of the form. */
export async function clockOfSetUp(page) {
  const {tab} = page
  await firstMove(page, 'button', 900)
  await tab.selectOption('#time-system', 'none')
  await page.click('new-game-cancel')
  await page.click('set-up')
  await page.at(0)
  same(await tab.inputValue('#time-system'), 'absolute', 'the form has the clock of the game')
  check(await tab.isHidden('#clocks'), 'no clock while a position is set up')
  await page.click('set-up-done')
  await tab.waitForFunction(() => /^White 15:00|^White 14:59/.test(document.getElementById('clock-white').textContent))
  await page.click('set-up')
  await tab.waitForSelector('#set-up-tools')
  await tab.selectOption('#time-system', 'canadian')
  await page.click('new-game-cancel')
  await page.click('set-up-done')
  await tab.waitForFunction(() => document.getElementById('clock-white').textContent !== '')
  await page.place('B2')
  check((await page.save()).includes('Canadian'), 'the clock of the form')
  await tab.selectOption('#time-system', 'none')
  await page.newGame('button', 5, 0)
  page.noFaults('the clock of a position that was set up')
}

/** Loses on time and plays on with the time of that turn again; looks at an example meanwhile, and the clock stands still. */
export async function playOnAfterTime(page) {
  const {tab} = page
  const seconds = async () => Number(/(\d+):(\d+)|([\d.]+)/.exec(await tab.textContent('#clock-white'))?.slice(1).filter(Boolean).reduce((sum, part) => 60 * sum + Number(part), 0))
  await firstMove(page, 'chinese', 2)
  await page.says('status', 'over on time')
  await page.click('play-on')
  await page.says('status', 'White to move')
  check(await seconds() > 0.5, 'the time of the turn is there again')
  await firstMove(page, 'chinese', 600)
  await tab.waitForTimeout(1500)
  await page.click('tab-learn')
  await tab.waitForSelector('#lesson .example')
  const before = await seconds()
  await page.expectPosition()
  await (await tab.$$('#lesson .example'))[0].click()
  await page.at(0)
  await tab.waitForTimeout(3000)
  await page.click('back-to-game')
  await page.at(1)
  const after = await seconds()
  check(after > before - 2 && after < 599.5, `the clock stood still and kept what was used: ${before}, then ${after}`)
  await tab.selectOption('#time-system', 'none')
  await page.newGame('chinese', 5, 0)
  page.noFaults('playing on after a loss on time')
}
