// Acts of the board page's browser test about turns: whose move it is, passes of the engine, and the end of a game.

import {FAKE, Page, Server, check, same} from './driver.mjs'

/** A finished board under Two Button Go, White's dead stone at E2 and Black's at A4 included; both have passed, and White is to move. */
const ENDED = '(;GM[1]SZ[5]RU[two_button]KM[0];B[bd];W[ab];B[bc];W[ed];B[bb];W[cb];B[ba];W[cc];B[be];W[cd];B[];W[ca];B[];W[ce];B[];W[];B[])'

async function players(page, black, white) {
  await page.tab.selectOption('#player-black', black)
  await page.tab.selectOption('#player-white', white)
}

const held = page => page.tab.$$eval('#bowls .pile', all => all.map(one => `${one.closest('div').id.slice(6)} ${one.dataset.term}`))

/** Ends a game, agrees, and goes on: no move is made after an agreement, and the engine moves when play goes on. */
export async function playOnAfterTheEnd(page) {
  const {tab} = page
  await players(page, 'person', 'person')
  await page.read(ENDED, 17)
  await page.says('status', 'Both have passed')
  await page.says('verdict', 'If ')
  await page.says('dead-question', 'Do both agree that ')
  check(await tab.isChecked('#show-count'), 'dead stones are shown at the end')
  check((await page.text('ending-warnings')) !== '', 'warnings stand by the agreement')
  same(await page.tokens(), [], 'no pass after the end')
  await tab.click('[data-point="A1"]')
  await page.says('notice', 'The game has ended')
  await page.at(17)
  await page.click('agree-black')
  await tab.waitForSelector('#agree-black[aria-pressed="true"]')
  await page.click('agree-white')
  await page.says('status', 'The game is over')
  await tab.click('[data-point="A1"]')
  await page.says('notice', 'Both players have agreed')
  await page.at(17)
  same(await page.tokens(), [], 'no pass after the agreement')
  await page.click('play-on')
  await page.says('deed', 'Play goes on.')
  // Nothing is agreed on any more, which the page may show a moment later.
  await tab.waitForSelector('#show-count:not(:checked)', {state: 'attached'})
  await page.place('A1')
  check(!await page.isOver(), 'the game goes on')
  // The engine is to move: it moves, and nobody else does for it.
  await page.read(ENDED, 17)
  await tab.selectOption('#seconds', '0.2')
  await tab.selectOption('#player-white', 'engine')
  await tab.waitForSelector('#count[aria-busy="false"]', {state: 'attached'})
  await page.at(17)
  await page.click('play-on')
  await page.at(18)
  await page.says('status', 'Your turn, Black')
  check(!await page.isOver(), 'who disagreed has a move, even if the engine passes once more')
  await page.click('take-back')
  await players(page, 'person', 'person')
  page.noFaults('play on')
}

/** Nobody moves for the engine, and its pass is seen. */
export async function turnsOfTheEngine(page) {
  const {tab} = page
  await page.newGame('two_button', 5, 0)
  await page.place('C3')
  same(await held(page), [], 'nothing is held yet')
  check((await tab.innerHTML('#picture')).includes('#d9412f'), 'the last stone has a mark')
  await page.token('pass')
  same([await page.text('deed'), await page.text('status')], ['White passed (got the first button).', 'Black to move'], 'what the pass did')
  check(!(await tab.innerHTML('#picture')).includes('#d9412f'), 'after a pass no stone has a mark')
  same(await held(page), ['black pass_stones', 'white buttons'], 'what is held now')
  check((await tab.textContent('#tokens button small')).includes('hands over a stone and gets the last button'), 'a pass names its button')
  await page.place('B2')
  // White is the engine's now, and waits.
  await tab.click('#undo')
  await page.at(2)
  await tab.click('#undo')
  await page.at(1)
  await tab.selectOption('#player-white', 'engine')
  await page.at(1)
  await tab.click('[data-point="A1"]')
  await page.says('notice', 'is to move. Press Engine moves')
  await page.at(1)
  check(await tab.isDisabled('#tokens button') && await tab.isDisabled('#resign'), 'nobody passes or resigns for the engine')
  await players(page, 'person', 'person')
  await tab.click('[data-point="C3"]')
  await page.says('notice', 'C3: a stone is there')
  page.noFaults('turns of the engine')
}

/** Begins a game against the engine in one step; what was said about the last game is gone. */
export async function newOpponent(page) {
  const {tab} = page
  await page.newGame('button', 5, 0)
  await tab.selectOption('#seconds', '0.2')
  await tab.selectOption('#opponent', 'white')
  await tab.selectOption('#opponent-level', '1')
  await page.startGame()
  await page.at(1)
  same(await tab.inputValue('#player-black'), 'engine', 'the engine has Black')
  same(await tab.inputValue('#level-black'), '1', 'its level')
  check((await page.text('thinking')).startsWith('Black (engine, level 1) '), 'its move is named')
  await page.newGame('button', 5, 0, 'person')
  same(await page.text('thinking'), '', 'nothing is said about another game')
  check(await tab.isHidden('#why-move'), 'no reasons of another game')
  same([await tab.inputValue('#player-black'), await tab.inputValue('#player-white')], ['person', 'person'], 'two people')
  page.noFaults('a new opponent')
}

/** After a resignation the table says that it counts an unfinished board. */
export async function countAfterResignation(page) {
  await page.newGame('button', 5, 0)
  await page.place('C3')
  await page.click('resign')
  await page.click('yes')
  await page.says('status', 'The game is over by resignation')
  await page.says('verdict', 'Black wins')
  await page.tab.waitForFunction(() => document.getElementById('count-note').textContent.includes('unfinished board'))
  page.noFaults('count after a resignation')
}

/** Tokens lie below the board on the first screen of a phone; the names of the table stay while it is moved. */
export async function withinReach(_, engine, browser, pictures, server) {
  const page = await Page.open(browser, server, {width: 360, height: 740}, {hasTouch: true, isMobile: true})
  const {tab} = page
  await page.newGame('two_button', 9, 6.5)
  await tab.evaluate(() => window.scrollTo(0, 0))
  const bottom = id => tab.$eval(id, one => one.getBoundingClientRect().bottom)
  check(await bottom('#tokens button') <= 740, `tokens end at ${await bottom('#tokens button')} pixels`)
  check(await bottom('#board-frame') < await tab.$eval('#tokens', one => one.getBoundingClientRect().top), 'tokens are below the board')
  await tab.waitForSelector('#count[aria-busy="false"]', {state: 'attached'})
  await page.click('tab-count')
  await tab.$eval('#count', one => { one.scrollLeft = 200 })
  const [name, table] = await Promise.all(['#count tr.own th', '#count'].map(id => tab.locator(id).boundingBox()))
  check(Math.abs(name.x - table.x) < 2, 'names of rule sets stay when the table is moved')
  check((await page.text('sum')).startsWith('Two Button Go: '), 'the sum is a sentence')
  await page.click('count-people')
  await tab.waitForSelector('#counting:not([hidden])')
  const counting = await tab.locator('#counting').boundingBox()
  check(counting.y > -1 && counting.y < 740, `the count is shown at ${counting.y}`)
  page.noFaults('within reach')
  await page.close()
}

/** Looks at phones: nothing is too wide, buttons lead to what they show, and a count is seen together with the board. */
export async function smallScreens(_, engine, browser, pictures, server) {
  for (const [width, height] of [[320, 568], [390, 844]]) {
    const page = await Page.open(browser, server, {width, height}, {hasTouch: true, isMobile: true})
    const {tab} = page
    const box = id => tab.locator(id).boundingBox()
    const name = `${width}×${height}`
    await page.newGame('tromp_taylor', 5, 0.5)
    for (const part of ['play', 'analyse', 'count', 'learn', 'record']) {
      await page.click(`tab-${part}`)
      same(await tab.evaluate(() => document.documentElement.scrollWidth), width, `${name}: width of the page with ${part}`)
    }
    await tab.evaluate(() => window.scrollTo(0, 0))
    await page.click('about-rules')
    check((await box('#panels')).y < height - 100, `${name}: the question mark leads to the rules`)
    await page.openNewGame()
    await page.click('rules-page')
    await page.says('rules-text', 'Tromp')
    const text = await box('#rules-text')
    check(text.height > 60, `${name}: the text about the rules has ${text.height} pixels`)
    await page.click('new-game-cancel')
    await page.place('C3')
    await page.token('pass')
    await page.token('pass')
    await page.result()
    await page.click('count-it')
    await tab.waitForSelector('#counting:not([hidden])')
    const [board, counting] = [await box('#board-frame'), await box('#counting')]
    check(board.y >= 0 && board.y + board.height <= counting.y, `${name}: the board lies at ${board.y} and the count at ${counting.y}`)
    check(counting.y + counting.height <= height, `${name}: the steps of the count are in sight`)
    await page.click('counting-close')
    page.noFaults(name)
    await page.close()
  }
}

/** Ends a game under Two Button Go against an engine that passes once more: the page says whose the last button is, and that a pass takes it back. */
export async function lastButtonComesBack(_, engine, browser) {
  const server = await Server.start(engine, ['--size', '5', '--threads', '1', '--opponent', `passing=${FAKE} --pass`])
  const page = await Page.open(browser, server)
  const {tab} = page
  await page.newGame('two_button', 5, 0)
  await page.place('C3')
  await page.token('pass')
  await page.token('pass')
  await page.says('status', 'Both have passed')
  check((await page.text('things')).includes('last button: with Black'), 'the last button has a holder')
  check(!(await page.text('things')).includes('until'), 'it stays while nobody plays on')
  // What is said about a state goes with it.
  await tab.click('[data-point="A1"]')
  await page.says('notice', 'The game has ended')
  await page.click('agree-black')
  await tab.waitForSelector('#agree-black[aria-pressed="true"]')
  check(await tab.isHidden('#notice'), 'the notice about the state before is gone')
  await tab.selectOption('#player-white', 'opponent:passing')
  await tab.waitForSelector('#agree-white', {state: 'hidden'})
  await page.click('play-on')
  await page.at(4)
  await page.says('deed', 'White passed once more.')
  await page.says('status', 'Your turn, Black')
  check((await page.text('things')).includes('last button: with White until the next move'), await page.text('things'))
  check((await tab.textContent('#tokens button small')).includes('takes the last button back from White'), await tab.textContent('#tokens button small'))
  check((await page.text('pass-means')).includes('takes the last button back from White'), await page.text('pass-means'))
  check((await page.text('thinking')).startsWith('White (passing) passed'), 'what was said about the move')
  await page.click('undo')
  await page.at(3)
  same(await page.text('thinking'), '', 'nothing is said about a move that is not shown')
  await page.click('redo')
  await page.at(4)
  check((await page.text('thinking')).startsWith('White (passing) passed'), 'it is said again')
  // A stone takes the button from White, too.
  await page.tab.selectOption('#player-white', 'person')
  await page.place('A1')
  check((await page.text('things')).includes('last button: on the table'), 'the button is on the table again')
  page.noFaults('the last button comes back')
  await page.close()
  server.stop()
}
