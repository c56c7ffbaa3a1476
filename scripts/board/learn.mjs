// Acts of the board page's browser test about learning: lessons, examples, exact values.

import {execFileSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {check, same, violations} from './driver.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const AXE = join(ROOT, 'scripts', 'node_modules', 'axe-core', 'axe.min.js')

async function openLesson(page, name) {
  await page.click('tab-learn')
  await page.tab.waitForSelector('#lesson h3')
  const before = await page.text('lesson')
  if (await page.tab.inputValue('#lesson-name') === name) return
  await page.tab.selectOption('#lesson-name', name)
  await page.tab.waitForFunction(before => document.getElementById('lesson').textContent !== before, before)
}

/** Opens each page, and an example that is played through by the keyboard. */
export async function lessons(page, engine) {
  const requested = []
  page.tab.on('request', request => requested.push(new URL(request.url()).pathname))
  await page.newGame('two_button', 5, 0)
  check(!requested.some(path => path.startsWith('/api/learn')), 'nothing is fetched before the tab is shown')
  await openLesson(page, 'two_button')
  check((await page.text('lesson')).includes('Two Button Go'), 'the page of the rule set of the game comes first')
  const rules = await page.tab.$$eval('#rules option', all => all.map(one => one.value).filter(name => name !== 'custom'))
  const names = await page.tab.$$eval('#lesson-name option', all => all.map(one => one.value))
  same(rules.filter(name => !names.includes(name)), [], 'rule sets without a page')
  for (const name of names) {
    await openLesson(page, name)
    check((await page.tab.$$('#lesson .example img')).length > 0, `${name} has examples`)
  }
  await openLesson(page, 'two_button')
  await page.tab.click('#lesson a[data-lesson="half_pass"]')
  await page.tab.waitForFunction(() => document.querySelector('#lesson h3').textContent.startsWith('Half-passes'))
  await openLesson(page, 'examples')
  await page.tab.evaluate(readFileSync(AXE, 'utf8'))
  const found = await page.tab.evaluate(async () => (await window.axe.run('#panel-learn')).violations.map(
    one => `${one.id}: ${one.help} (${one.nodes.map(node => node.target.join(' ')).slice(0, 3).join(', ')})`))
  same(found, [], 'violations on a page to learn from')
  const examples = await page.tab.$$('#lesson .example')
  await examples[0].click()
  await page.at(0)
  await page.tab.keyboard.press('End')
  await page.at(20)
  same(await page.result(), 'W+23', 'the teire under two buttons')
  await page.click('back-to-game')
  await page.at(0)
  await page.under('two_button')
  page.noFaults('lessons')
}

/** Compares the values on the points with those of `halfpoint solve`, and stops a search. */
export async function exactValues(page, engine) {
  for (const rules of ['button', 'two_button', 'half_pass', 'ultimate']) {
    const game = {rules, width: 3, height: 2, komi: 0, moves: []}
    await page.visit(game)
    await page.under(rules)
    await page.at(0)
    await page.tab.check('#exact')
    await page.tab.waitForFunction(() => document.getElementById('exact-note').textContent.startsWith('Solved'))
    const text = execFileSync(engine, ['solve', '--json', '--rules', rules, '--size', '3x2', '--first', 'black'], {encoding: 'utf8'})
    const solved = JSON.parse(text)
    const best = await page.tab.$$eval('#exact-values tr.own td:first-child', all => all.map(one => one.textContent))
    same(best.length, solved.best.length, `${rules}: number of best moves`)
    const places = solved.best.filter(move => /^[A-Z]\d+$/.test(move)).sort()
    same(best.filter(move => /^[A-Z]\d+$/.test(move)).sort(), places, `${rules}: the best points`)
    const marked = await page.tab.$$eval('#points .exact.best', all => all.map(one => one.dataset.point))
    same(marked.sort(), places, `${rules}: the points that are marked`)
    check((await page.tab.$$('#exact-values tbody tr')).length > 6, `${rules}: token moves have values`)
    await page.tab.uncheck('#exact')
    same((await page.tab.$$('#points .exact')).length, 0, `${rules}: the values go`)
  }
  await page.newGame('button', 7, 0)
  check(await page.tab.isHidden('#exact-row'), 'no exact values on a large board')
  page.noFaults('exact values')
}

/** Tries a wrong move of a problem, sees the reply and why it is wrong, then solves it, which the browser remembers. */
export async function problems(page, engine, browser, pictures) {
  await page.newGame('button', 5, 0)
  await page.place('C3')
  await page.click('tab-learn')
  await page.tab.waitForSelector('#problems:not([hidden])')
  await page.tab.selectOption('#problem-rules', 'button')
  const name = 'button-01'
  await page.tab.click(`#problem-list button[data-problem="${name}"]`)
  await page.tab.waitForSelector('#problem:not([hidden])')
  check((await page.text('problem-goal')).includes('to play and win by half a point'), 'the goal is said')
  const begun = await page.moves()
  const {right, wrong} = firstMoves(readFileSync(join(ROOT, 'docs', 'problems', `${name}.sgf`), 'utf8'))
  await choose(page, wrong)
  await page.says('problem-verdict', 'Wrong')
  await page.at(begun + 2)
  check((await page.text('notice')).includes('The reply'), 'the reply is said')
  if (pictures) await page.tab.screenshot({path: join(pictures, 'problem-wrong.png')})
  same(await page.tab.$$eval('#problem-list button', all => all.filter(one => one.textContent.includes('✓')).length), 0, 'a wrong move solves nothing')
  await page.click('problem-again')
  await page.at(begun)
  await choose(page, right)
  await page.says('problem-verdict', 'Right')
  await page.at(begun + 2)
  await page.tab.keyboard.press('End')
  // The line leads to the end of the game.
  await page.tab.waitForFunction(() => document.getElementById('status').dataset.over)
  await page.tab.waitForSelector(`#problem-list button[data-problem="${name}"][aria-label="Problem 1, solved"]`)
  if (pictures) await page.tab.screenshot({path: join(pictures, 'problem-right.png')})
  await page.click('problem-next')
  await page.says('problem-verdict', 'Try a move')
  await page.click('problem-answer')
  await page.says('problem-verdict', 'Right')
  same(await violations(page), [], 'violations with a problem on the board')
  await page.click('back-to-game')
  await page.at(1)
  check(await page.tab.isHidden('#problem'), 'the problem goes with its board')
  page.noFaults('problems')
}

/** Returns the best move of a problem and the first wrong one, as points or the names of tokens. */
function firstMoves(sgf) {
  const size = Number(/SZ\[\d+:?(\d*)\]/.exec(sgf)[1] || /SZ\[(\d+)/.exec(sgf)[1])
  const move = mark => {
    const [, point, token] = new RegExp(`;[BW]\\[(\\w*)\\](?:HPM\\[(\\w+)\\])?${mark}\\[1\\]`).exec(sgf)
    return point ? 'ABCDEFGHJ'['abcdefghi'.indexOf(point[0])] + (size - 'abcdefghi'.indexOf(point[1])) : token
  }
  return {right: move('TE'), wrong: move('BM')}
}

/** Makes a move that is a point or the name of a token, which a plain pass may stand for. */
async function choose(page, move) {
  if (/^[A-J]\d$/.test(move)) return page.tab.click(`#points button[data-point="${move}"]`)
  const offered = await page.tokens()
  return page.tab.click(`#tokens button[data-move="${offered.includes(move) ? move : 'pass'}"]`)
}

/** Leaves a game for an example and for a position that is set up, each with a reload: the page asks before the game is lost, and it comes back. */
export async function gamesThatWait(page) {
  const {tab} = page
  const isOffered = async () => !await tab.$eval('#back-to-game', button => button.hidden)
  const isSettingUp = async () => !await tab.$eval('#set-up-tools', tools => tools.hidden)
  const setUp = async () => {
    await page.expectPosition()
    await page.click('set-up')
    await page.at(0)
  }
  await page.newGame('chinese', 5, 0)
  await page.place('C3')
  await page.place('D3')
  await openLesson(page, 'examples')
  await (await tab.$$('#lesson .example'))[0].click()
  await page.at(0)
  await page.click('set-up')
  await tab.waitForFunction(() => !document.getElementById('set-up-tools').hidden)
  await page.click('set-up-cancel')
  await tab.waitForFunction(() => document.getElementById('set-up-tools').hidden)
  check(await isOffered(), 'the game waits after a set-up that was cancelled')
  await page.reload()
  check(await isOffered(), 'the game waits after a reload')
  await tab.evaluate(() => { window.asks = true })
  await tab.locator('#new-game-open').click()
  await page.says('question-text', 'Your game of 2 moves is not saved. Leave it')
  await page.click('no')
  await tab.evaluate(() => { window.asks = false })
  await page.click('back-to-game')
  await page.at(2)
  check(!await isOffered(), 'nothing waits any more')
  await setUp()
  await page.reload()
  check(await isSettingUp(), 'a position is still being set up after a reload')
  await page.click('set-up-cancel')
  await page.at(2)
  check(!await isSettingUp(), 'the game is back')
  await setUp()
  await tab.evaluate(() => { location.hash = 'nonsense' })
  await page.says('notice', 'holds no game')
  await page.click('set-up-cancel')
  await page.at(2)
  // A new game has the players that are chosen for it, not those from before a problem.
  await page.click('tab-learn')
  await page.expectPosition()
  await tab.click('#problem-list button')
  await tab.waitForSelector('#problem:not([hidden])')
  await page.newGame('chinese', 5, 0, 'black')
  same([await tab.inputValue('#player-black'), await tab.inputValue('#player-white')], ['person', 'engine'], 'players after a problem')
  await page.newGame('chinese', 5, 0, 'person')
  page.noFaults('games that wait')
}

/** Removes the last move of a game that was counted, and goes on under other rules from one whose tokens have names. */
export async function otherEnds(page) {
  const {tab} = page
  await page.newGame('tromp_taylor', 5, 0)
  await page.place('C3')
  for (const move of ['pass', 'pass']) await page.token(move)
  await page.result()
  await tab.waitForFunction(() => document.getElementById('record-names').textContent.includes('Result'))
  await page.click('delete')
  await page.at(2)
  check(!/RE\[/.test(await page.save()), 'no result where the game goes on')
  await page.read('(;GM[1]SZ[5]RU[two_button]KM[0];B[cc];W[]HPM[fullpass];B[]HPM[fullpass])', 3)
  await page.under('two_button')
  await page.result()
  await tab.click('#count button[data-rules="half_pass"]')
  await page.under('half_pass')
  await page.at(3)
  same(await page.text('notice'), '', 'other rules are taken')
  page.noFaults('other ends')
}
