// Acts of the board page's browser test about other engines that judge, hang and are spoken for.

import {FAKE, Page, Server, check, same} from './driver.mjs'

/** A game that is over, with white stones on A4 and E2. */
const ENDED = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[bd];W[ab];B[bc];W[ed];B[bb];W[];B[ba];W[];B[be];W[];B[])'
/** A board on which White has 15 points and Black 10, with Black to move. */
const WHITE_AHEAD = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce])'

/** Runs acts on a page of a server with these engines. */
async function withEngines(engine, browser, engines, act) {
  const options = Object.entries(engines).flatMap(([name, words]) => ['--opponent', `${name}=${FAKE} ${words}`])
  const server = await Server.start(engine, ['--size', '5', '--threads', '1', '--patience', '1', ...options])
  try {
    const page = await Page.open(browser, server)
    const white = name => page.tab.selectOption('#player-white', `opponent:${name}`)
    await page.tab.selectOption('#seconds', '0.2')
    await act(page, white)
    // The browser reports refusals, which were wanted.
    page.faults = page.faults.filter(text => !text.includes('422'))
    page.noFaults('other engines that judge')
    await page.close()
  } finally {
    server.stop()
  }
}

/** Ends games against engines that list dead stones and against one that does not, and asks them for a draw and a take-back. */
export async function othersJudge(_, engine, browser) {
  await withEngines(engine, browser, {judge: '--pass --dead=E2', second: '--pass --dead=E2,A4', plain: '--pass', wrong: '--pass --dead=C3'}, async (page, white) => {
    const {tab} = page
    const dead = () => page.tab.waitForFunction(() => document.querySelector('#count tr.own'))
      .then(() => tab.evaluate(() => JSON.parse(decodeURIComponent(location.hash.slice(1))).dead ?? []))
    const pressed = color => tab.waitForSelector(`#agree-${color}[aria-pressed="true"]`, {state: 'attached'})
    await white('judge')
    await page.read(ENDED, 11)
    await page.says('dead-question', 'as judge judges')
    await pressed('white')
    await page.reload()
    same(await dead(), ['E2'], 'the dead stones of the engine')
    await page.click('agree-black')
    await pressed('black')
    await tab.selectOption('#player-white', 'person')
    await page.read(ENDED, 11)
    await white('judge')
    await pressed('white')
    await tab.click('[data-point="A4"]')
    await page.says('dead-question', 'as you marked them')
    await page.click('agree-black')
    await page.says('notice', 'White (judge) sees these stones otherwise: A4')
    // Two engines, of which the first marks the stones.
    await tab.selectOption('#player-black', 'opponent:second')
    await page.click('judge')
    await page.says('dead-question', 'as second judges')
    await page.says('notice', 'White (judge) sees these stones otherwise: A4')
    await pressed('black')
    await tab.selectOption('#player-black', 'person')
    for (const name of ['plain', 'wrong']) {
      await white(name)
      await page.click('judge')
      await page.says('notice', `${name} does not say which stones are dead; halfpoint judges for White (${name})`)
      await page.says('dead-question', 'as halfpoint judges')
      await pressed('white')
    }
    // Consent is that of halfpoint, or of the setting.
    await page.read(WHITE_AHEAD, 10)
    await page.click('offer-draw')
    await page.says('notice', 'White (wrong) declines the draw, as halfpoint judges for it')
    await tab.check('#moves-stand')
    await tab.selectOption('#take-backs', 'refuses')
    await page.click('take-back')
    await page.says('notice', 'White (wrong) does not agree, as it is set here')
    await page.at(10)
  })
}

/** Plays against an engine that never answers: it is ended, the page says so, and the game goes on. */
export async function hangingEngine(_, engine, browser) {
  await withEngines(engine, browser, {stuck: '--hang', node: ''}, async (page, white) => {
    const {tab} = page
    await page.newGame('button', 5, 0)
    await page.place('C3')
    await white('stuck')
    await page.says('notice', 'stuck: `genmove W`: no answer within 2 s. It was ended; the game is as it was')
    await page.says('status', 'White (stuck) waits')
    same(await page.moves(), 1, 'moves after the hang')
    await white('node')
    await page.at(2)
    check((await tab.getAttribute('[data-point="A1"]', 'aria-label')).includes('white stone'), 'another engine goes on')
  })
}
