// Tries the count on the board page: the lights of its terms.

import {check, same} from './driver.mjs'

/** Terms that count points of the board; the others count what lies in the bowls. */
const ON_BOARD = ['stones', 'territory', 'group_tax', 'dead_stones']

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
  const numbers = text.split(':').map(Number)
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
  for (const point of ['B1', 'A2', 'B2', 'D1', 'B3', 'D2', 'A3', 'D3', 'A1', 'D4', 'B4', 'D5', 'B5', 'A5', 'E3']) await page.place(point)
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
