// Acts of the board page's browser test about play: agreements, set-up, opponents, clocks, graphs.

import {check, same, scored} from './driver.mjs'

/** A board on which White has 15 points and Black 10, with Black to move. */
const WHITE_AHEAD = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce]'

async function players(page, black, white) {
  await page.tab.selectOption('#player-black', black)
  await page.tab.selectOption('#player-white', white)
}

async function notice(page, text) {
  await page.tab.waitForFunction(text => document.getElementById('notice').textContent.includes(text), text)
}

async function status(page, text) {
  await page.tab.waitForFunction(text => document.getElementById('status').textContent.includes(text), text)
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
      check((await page.text('status')).includes('Black to move'), 'a declined proposal lets play go on')
      continue
    }
    await status(page, 'The game is over')
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
  await notice(page, 'declines the draw')
  await page.click('offer-draw')
  await page.click('yes')
  await status(page, 'Drawn by agreement')
  check((await page.save()).includes('RE[0]'), 'the record has the draw')
  await page.tab.reload()
  await status(page, 'Drawn by agreement')
  await page.tab.click('[data-point="B2"]')
  await notice(page, 'The game is over')
  await page.read(`${WHITE_AHEAD})`, 10)
  await page.tab.selectOption('#player-white', 'engine')
  await page.click('offer-draw')
  await notice(page, 'White declines the draw')
  await page.tab.selectOption('#player-white', 'person')
  await page.read(`${WHITE_AHEAD};B[])`, 11)
  await page.tab.selectOption('#player-black', 'engine')
  await page.click('offer-draw')
  await status(page, 'Drawn by agreement')
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
  await notice(page, 'Moves stand')
  await page.at(1)
  await page.click('last')
  await page.at(2)
  await page.click('take-back')
  check((await page.text('question-text')).startsWith('White asks'), 'the player of the move asks')
  await page.click('no')
  await notice(page, 'the move stands')
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
  await notice(page, 'does not agree')
  await page.tab.selectOption('#take-backs', 'allows')
  await page.click('take-back')
  await page.at(2)
  await page.tab.selectOption('#player-white', 'person')
  await page.tab.uncheck('#moves-stand')
  await page.click('resign')
  await page.click('yes')
  await status(page, 'resignation')
  page.noFaults('take-backs')
}

/** Agrees on dead stones, with a person and with the engine. */
export async function deadByConsent(page) {
  const ended = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[bd];W[ab];B[bc];W[ed];B[bb];W[];B[ba];W[];B[be];W[];B[])'
  await page.read(ended, 11)
  await page.tab.waitForSelector('#count tr.own')
  await page.click('agree-black')
  await page.tab.waitForSelector('#agree-black[aria-pressed="true"]')
  await page.tab.waitForSelector('#count tr.own')
  await page.click('agree-white')
  await status(page, 'agreed by both')
  await page.tab.click('[data-point="E2"]')
  await notice(page, 'Both players have agreed')
  await page.click('agree-white')
  await page.tab.waitForSelector('#agree-black[aria-pressed="false"]')
  await page.tab.click('[data-point="B3"]')
  await page.tab.waitForSelector('#count tr.own')
  await page.tab.selectOption('#player-white', 'engine')
  await page.tab.waitForSelector('#count tr.own')
  await page.click('agree-black')
  await notice(page, 'White sees these stones otherwise')
  await page.tab.selectOption('#player-white', 'person')
  await page.click('play-on')
  await notice(page, 'Play goes on: White to move')
  await page.place('A1')
  check(!(await page.text('status')).includes('over'), 'a move reopens the game')
  page.noFaults('dead stones by consent')
}
