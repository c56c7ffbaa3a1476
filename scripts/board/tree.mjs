// Acts of the board page's browser test about the tree of moves: variations survive a reload.

import {Page, check, same} from './driver.mjs'

const variations = page => page.tab.$$eval('#variations button', all => all.map(one => one.textContent))
const drawn = page => page.tab.$$eval('#move-tree button', all => all.map(one => one.title).sort())

/** Loads the page anew in the middle of a game with three lines, and goes through all of them. */
export async function variationsSurviveReload(page) {
  const {tab} = page
  await page.newGame('two_button', 5, 0.5)
  for (const point of ['C3', 'B2', 'D2']) await page.place(point)
  await page.click('undo')
  await page.at(2)
  await page.token('pass')
  await page.place('A1')
  await page.click('first')
  await page.at(0)
  await page.place('C4')
  await page.click('undo')
  await page.at(0)
  await tab.click('#variations button:first-child')
  await page.at(1)
  const before = await drawn(page)
  same(before.length, 7, 'positions of three lines')
  await page.reload()
  same(await drawn(page), before, 'the drawn tree after a reload')
  await page.click('last')
  await page.at(4)
  check((await page.text('things')).includes('with White') || (await page.text('things')).includes('with Black'), 'the line with the token')
  await page.click('undo')
  await page.at(3)
  await page.click('undo')
  await page.at(2)
  same(await variations(page), ['B D2', 'B pass'], 'the variations after a reload')
  await page.reload()
  same(await variations(page), ['B D2', 'B pass'], 'the variations after a second reload')
  // Another address opens its game alone.
  await tab.evaluate(() => { location.hash = encodeURIComponent(JSON.stringify({rules: 'aga', width: 5, height: 5, komi: 0, moves: [['B', 'E5']]})) })
  await page.at(1)
  await page.reload()
  same((await drawn(page)).length, 2, 'positions of another address')
  page.noFaults('variations after a reload')
}

/** Plants other trees beside an address: broken ones are dropped, and texts are no markup. */
export async function hostileTrees(_, __, browser, ___, server) {
  const start = {rules: 'chinese', width: 5, height: 5, komi: 0}
  const game = {...start, moves: [['B', 'C3']]}
  const markup = '<img src=x onerror=alert(1)>'
  const node = (parent, move) => ({parent, move, agreed: 1, value: {winRate: markup}})
  const cases = [
    ['null', 2],
    ['{"start":', 2],
    [JSON.stringify({start, nodes: [{}, node(7, ['B', 'C3'])], current: 1}), 2],
    [JSON.stringify({start, nodes: [{}, node(0, ['B', 'D4'])], current: 1}), 2],
    [JSON.stringify({start, nodes: [{next: 1}, node(0, ['B', 'C3']), node(1, ['W', markup]), node(1, [markup, {}])], current: 1}), 4],
  ]
  for (const [planted, positions] of cases) {
    const page = await Page.open(browser, server.address)
    await page.tab.addInitScript(([planted, hash]) => {
      sessionStorage.setItem('halfpoint tree', planted)
      history.replaceState(null, '', hash)
    }, [planted, `#${encodeURIComponent(JSON.stringify(game))}`])
    await page.tab.reload()
    await page.at(1)
    same((await drawn(page)).length, positions, `positions of ${planted}`)
    same(await page.tab.$$eval('img', all => all.length), 0, 'text of a tree is no markup')
    page.noFaults(planted)
    if (positions === 4) {
      await page.tab.click('#variations button:first-child')
      await page.tab.waitForFunction(() => document.getElementById('notice').textContent.includes('is no move'))
      await page.at(1)
    }
    await page.close()
  }
}
