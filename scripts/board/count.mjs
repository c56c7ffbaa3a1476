// Tries the count on the board page: the lights of its terms, and the count as people do it.

import {check, numberOf, same, violations} from './driver.mjs'

/** Terms that count points of the board; the others count what lies in the bowls. */
const ON_BOARD = ['stones', 'territory', 'group_tax', 'dead_stones']

/** Moves on 5×5 with a captured stone, stones that are dead at the end, and dame. */
const STONES = ['B1', 'A2', 'B2', 'D1', 'B3', 'D2', 'A3', 'D3', 'A1', 'D4', 'B4', 'D5', 'B5', 'A5', 'E3']

/** Returns how many points of each color are lit, and which piles. */
function lit(page) {
  return page.tab.evaluate(() => {
    const points = color => document.querySelectorAll(`#points [data-lit="${color}"]`).length
    const piles = [...document.querySelectorAll('#bowls .pile.lit')]
    return {points: [points('black'), points('white')], piles: piles.map(one => one.parentElement.parentElement.id)}
  })
}

/** Checks that what is lit has the number of the term that is pointed at. */
async function checkTerm(page, button, how) {
  const {term, text} = await button.evaluate(one => ({term: one.dataset.term, text: one.textContent}))
  const numbers = text.split(':').map(numberOf)
  const found = await lit(page)
  const name = `${how}: ${await button.getAttribute('aria-label')}`
  same(await page.text('lit-words'), await button.getAttribute('aria-label'), `${name}: the sentence`)
  if (ON_BOARD.includes(term)) {
    same(found.points, numbers.map(Math.abs), `${name}: lit points`)
  } else {
    const piles = ['bowls-black', 'bowls-white'].filter((_, index) => numbers[index] !== 0)
    same([...new Set(found.piles)], piles, `${name}: lit bowls`)
  }
}

/** Points at each term of each row, after a game with captures, dead stones and tokens. */
export async function termsLightUp(page) {
  await page.newGame('two_button_moves', 5, 0.5)
  for (const point of STONES) await page.place(point)
  // The first button, two stone passes, the second button.
  for (let number = 0; number < 4; number += 1) await page.token('pass')
  const before = await page.result()
  // The stone at A5 and the one at E3 are taken off, whatever the engine thinks of them.
  for (const point of ['A5', 'E3']) {
    const dead = () => page.tab.textContent('#count tr.own')
    const was = await dead()
    await page.tab.click(`[data-point="${point}"]`)
    await page.tab.waitForFunction(was => document.querySelector('#count tr.own')?.textContent !== was, was).catch(() => null)
  }
  check(before !== '', 'there is a count')
  await page.click('tab-count')
  const buttons = await page.tab.$$('#count [data-term]')
  check(buttons.length > 40, `the table has terms: ${buttons.length}`)
  for (const button of buttons) {
    await button.hover()
    await checkTerm(page, button, 'pointed at')
  }
  await page.tab.hover('#board-frame')
  same(await lit(page), {points: [0, 0], piles: []}, 'nothing is lit when nothing is pointed at')

  const own = await page.tab.$('#count tr.own [data-term]')
  await own.focus()
  await checkTerm(page, own, 'focused')
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) {
    await page.tab.keyboard.press(key)
    await checkTerm(page, await page.tab.evaluateHandle(() => document.activeElement), key)
  }
  await page.tab.keyboard.press('Enter')
  same(await page.tab.$$eval('#count [aria-pressed="true"]', all => all.length), 1, 'Enter keeps a term lit')
  const pinned = await page.tab.$('#count [aria-pressed="true"]')
  await page.tab.focus('#show-count')
  await checkTerm(page, pinned, 'kept')
  await page.tab.focus('#count [aria-pressed="true"]')
  await page.tab.keyboard.press('Escape')
  await page.tab.focus('#show-count')
  same(await lit(page), {points: [0, 0], piles: []}, 'Escape puts the light out')
  page.noFaults('terms that light up')
}

/** Plays a game with a captured stone, dead stones and dame, and passes until it is over. */
async function playToTheEnd(page, rules) {
  const moves = STONES.map((point, index) => [index % 2 === 0 ? 'B' : 'W', point])
  const game = {rules, width: 5, height: 5, komi: 0.5, moves}
  await page.visit(game)
  await page.tab.waitForFunction(([rules, moves]) =>
    document.getElementById('status').dataset.rules === rules &&
    document.getElementById('move-number').textContent === `move ${moves}`, [rules, moves.length])
  for (let number = 0; number < 6 && !await page.isOver(); number += 1) {
    // Two delays say that play has ended; the third move would declare a draw.
    if (rules === 'ultimate' && number === 2) break
    await page.token('pass')
  }
  await page.tab.waitForSelector('#count[aria-busy="false"]', {state: 'attached'})
  return page.tab.getAttribute('#count tr.own td[data-result]', 'data-result')
}

/** Opens the count as people do it, and returns the number of its steps. */
async function openCount(page) {
  await page.click('count-people')
  await page.tab.waitForSelector('#counting:not([hidden])')
  return Number((await page.text('counting-step')).match(/step 1 of (\d+)/)[1])
}

/** Returns the result of the step that is shown. */
const counted = page => page.tab.getAttribute('#counting-result', 'data-result')

const points = (black, white) => {
  const margin = black - white
  return margin === 0 ? '0' : `${margin > 0 ? 'B' : 'W'}+${Math.abs(margin)}`
}

/** Counts a game of each rule set step by step: the last number is that of the table. */
export async function countsAsPeopleDo(page) {
  const all = await page.tab.$$eval('#rules option', options => options.map(one => one.value))
  for (const rules of all.filter(one => one !== 'custom')) {
    const result = await playToTheEnd(page, rules)
    const steps = await openCount(page)
    check(steps >= 3, `${rules}: ${steps} steps`)
    const size = await page.tab.$eval('#picture svg', svg => svg.getAttribute('viewBox'))
    for (let step = 1; step <= steps; step += 1) {
      check((await page.text('counting-step')) === `step ${step} of ${steps}`, `${rules}: step ${step}`)
      check((await page.text('counting-sentence')).endsWith('.'), `${rules}: a sentence`)
      same(await page.tab.$eval('#picture svg', svg => svg.getAttribute('viewBox')), size, `${rules}: size of the picture`)
      const [, black, white] = (await page.text('counting-numbers')).match(/Black (\S+), White (\S+)\. $/)
      // A declared draw is one whatever the points are.
      if (rules !== 'ultimate') {
        same(await counted(page), points(numberOf(black), numberOf(white)), `${rules}: result of step ${step}`)
      }
      if (step < steps) await page.click('counting-next')
    }
    same(await counted(page), result, `${rules}: the last step`)
    await page.click('counting-close')
  }
  page.noFaults('count as people do')
}

/** Goes through a count by the keyboard alone, and looks for obstacles while it is open. */
export async function countByKeyboard(page) {
  await playToTheEnd(page, 'button_equivalence')
  const stones = await page.tab.$$eval('#picture circle', all => all.length)
  await page.tab.focus('#count-people')
  await page.tab.keyboard.press('Enter')
  await page.tab.waitForSelector('#counting:not([hidden])')
  await page.tab.keyboard.press('End')
  check((await page.text('counting-numbers')).startsWith('Result'), 'End goes to the last step')
  await page.tab.keyboard.press('ArrowLeft')
  check((await page.text('counting-numbers')).startsWith('So far'), 'an arrow key goes back')
  same(await violations(page), [], 'violations while a count is open')
  await page.tab.keyboard.press('Escape')
  await page.tab.waitForSelector('#counting', {state: 'hidden'})
  same(await page.tab.$$eval('#picture circle', all => all.length), stones, 'the position is shown again')
  same(await page.tab.evaluate(() => document.activeElement.id), 'count-people', 'the focus goes back')
  // Steps follow by themselves, unless the person wants no motion.
  await openCount(page)
  await page.click('counting-play')
  await page.tab.waitForFunction(() => document.getElementById('counting-step').textContent.startsWith('step 3'))
  await page.click('counting-back')
  same(await page.tab.getAttribute('#counting-play', 'aria-pressed'), 'false', 'a step by hand ends the auto-play')
  await page.click('counting-close')
  await page.tab.emulateMedia({reducedMotion: 'reduce'})
  await openCount(page)
  check(!(await page.tab.isVisible('#counting-play')), 'no auto-play where motion is not wanted')
  await page.tab.emulateMedia({reducedMotion: null})
  await page.click('undo')
  await page.tab.waitForSelector('#counting', {state: 'hidden'})
  page.noFaults('count by keyboard')
}

/** Goes through counts in which stones glide: into territory, together, and into heaps; none where no motion is wanted. */
export async function stonesGlide(page) {
  const {tab} = page
  const gliding = () => tab.evaluate(() => document.getAnimations()
    .filter(one => one.effect.target.closest('#picture')).map(one => one.effect.target.getAttribute('class') ?? one.effect.target.getAttribute('fill')))
  const pictures = () => tab.$eval('#picture > svg', svg => svg.outerHTML)
  for (const [rules, wanted] of [['button_equivalence', ['url(#black)', 'url(#white)', 'button']], ['chinese', ['url(#black)', 'leaving']]]) {
    await playToTheEnd(page, rules)
    const steps = await openCount(page)
    const still = [await pictures()]
    const seen = new Set()
    for (let step = 1; step < steps; step += 1) {
      await page.click('counting-next')
      for (const name of await gliding()) seen.add(name)
      // What lies on the board in the end is the picture of the server.
      await tab.waitForFunction(() => document.getAnimations().filter(one => one.effect.target.closest('#picture')).length === 0)
      still.push(await pictures())
    }
    // Steps that follow fast move nothing twice.
    await tab.keyboard.press('Home')
    for (let step = 1; step < steps; step += 1) await tab.keyboard.press('ArrowRight')
    const leaving = await tab.$$eval('#picture .leaving', all => all.length)
    same(leaving, 0, `${rules}: stones that still glide away after the last step`)
    for (const name of wanted) check(seen.has(name), `${rules}: ${name} glides: ${[...seen]}`)
    await page.click('counting-close')
    await tab.emulateMedia({reducedMotion: 'reduce'})
    await openCount(page)
    for (let step = 1; step < steps; step += 1) {
      await page.click('counting-next')
      same(await gliding(), [], `${rules}: no motion where none is wanted`)
      same(await pictures(), still[step], `${rules}: picture of step ${step + 1}`)
    }
    await tab.emulateMedia({reducedMotion: null})
    await page.click('counting-close')
  }
  page.noFaults('stones that glide')
}
