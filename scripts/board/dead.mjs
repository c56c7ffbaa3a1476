// Acts of the board page's browser test about dead stones: groups that share their fate are marked together, and at once.

import {check, same} from './driver.mjs'

/** A finished game: Black's wall in the middle, two white stones that share their fate on its left, and one on its right. */
const ENDED = '(;GM[1]SZ[5]RU[Chinese]KM[0];B[ce];W[aa];B[cd];W[ae];B[cc];W[ea];B[cb];W[];B[ca];W[];B[])'

/** Marks stones while the count is awaited, and after it. */
export async function marksOfGroups(page) {
  const {tab} = page
  await page.read(ENDED, 11)
  await tab.waitForSelector('#count[aria-busy="false"]', {state: 'attached'})
  const marked = () => tab.$$eval('#points button.marked', all => all.map(one => one.dataset.point).sort())
  const cross = () => tab.$eval('#points button.marked', one => getComputedStyle(one, '::before').content)
  // The picture of the count has the dead stones: a cross of the server's, not of the page's.
  await tab.click('[data-point="C3"]')
  await tab.waitForFunction(() => JSON.parse(decodeURIComponent(location.hash.slice(1))).dead?.includes('C3'))
  await tab.waitForSelector('#points.counted')
  check((await marked()).includes('C1') && await cross() === 'none', `the wall is dead: ${await marked()}`)
  await tab.click('[data-point="C1"]')
  await tab.waitForFunction(() => !document.querySelector('[data-point="C5"]').classList.contains('marked'))
  await tab.waitForSelector('#points.counted')
  const before = await marked()
  const result = await tab.getAttribute('#count tr.own td[data-result]', 'data-result')
  // Without an answer to the count the marks are there all the same.
  let release
  const held = new Promise(resolve => { release = resolve })
  await tab.route('**/api/count', async route => { await held; await route.continue() })
  await tab.click('[data-point="A1"]')
  await tab.waitForFunction(was => document.querySelector('[data-point="A5"]').classList.contains('marked') !== was, before.includes('A5'))
  const after = await marked()
  same(['A1', 'A5'].map(name => after.includes(name)), ['A1', 'A5'].map(name => !before.includes(name)), 'stones that share their fate')
  same(after.includes('E5'), before.includes('E5'), 'a stone of another territory')
  same(await tab.getAttribute('#count', 'aria-busy'), 'true', 'the count is awaited')
  if (after.length > 0) {
    check(await cross() !== 'none', 'a cross is shown')
    check((await tab.getAttribute(`[data-point="${after[0]}"]`, 'aria-label')).endsWith('marked dead'), 'the label says so')
  }
  release()
  await tab.waitForFunction(result => ![undefined, result].includes(document.querySelector('#count[aria-busy="false"] tr.own td[data-result]')?.dataset.result), result)
  // A click on the other stone takes both back.
  await tab.click('[data-point="A5"]')
  await tab.waitForFunction(result => document.querySelector('#count[aria-busy="false"] tr.own td[data-result]')?.dataset.result === result, result)
  same(await marked(), before, 'the marks are as before')
  await tab.unroute('**/api/count')
  page.noFaults('marks of groups')
}
