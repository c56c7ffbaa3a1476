// Acts of the board page's browser test about a reload: it keeps the tree of moves, the players and the form.

import {FAKE, Page, Server, check, same} from './driver.mjs'

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
  await page.visit({rules: 'aga', width: 5, height: 5, komi: 0, moves: [['B', 'E5']]})
  await page.at(1)
  await page.reload()
  same((await drawn(page)).length, 2, 'positions of another address')
  page.noFaults('variations after a reload')
}

/** Loads the page anew in a game against another engine, which waits, with another game in the form. */
export async function playersSurviveReload(_, engine, browser) {
  const server = await Server.start(engine, ['--size', '5', '--threads', '1', '--opponent', `passing=${FAKE} --pass`])
  const page = await Page.open(browser, server)
  const {tab} = page
  const shown = () => tab.evaluate(ids => Object.fromEntries(ids.map(id => {
    const field = document.getElementById(id)
    return [id, `${field.type === 'checkbox' ? field.checked : field.value}${field.disabled ? ' (disabled)' : ''}`]
  })), ['player-black', 'player-white', 'level-black', 'level-white', 'seconds', 'moves-stand', 'take-backs',
    'rules', 'size', 'komi', 'opponent', 'opponent-level', 'handicap', 'handicap-kind', 'time-system', 'time-main', 'time-period'])
  await page.newGame('two_button', 5, 3.5)
  const defaults = await shown()
  await tab.selectOption('#seconds', '3')
  await tab.selectOption('#level-black', '4')
  await tab.selectOption('#player-white', 'opponent:passing')
  await tab.check('#moves-stand')
  await tab.selectOption('#take-backs', 'refuses')
  await page.click('pause')
  await page.place('C3')
  await tab.selectOption('#rules', 'aga')
  await tab.selectOption('#size', '9')
  await tab.fill('#handicap', '2')
  await tab.selectOption('#handicap-kind', 'free')
  await tab.selectOption('#time-system', 'fischer')
  await tab.fill('#time-main', '77')
  await tab.selectOption('#opponent', 'black')
  await tab.selectOption('#opponent-level', '7')
  const before = await shown()
  same(Object.keys(before).filter(id => before[id] === defaults[id]), ['player-black'], 'fields that were not changed')
  await page.reload()
  same(await shown(), before, 'the fields after a reload')
  await new Promise(resolve => setTimeout(resolve, 300))
  same(await page.moves(), 1, 'an engine that waited waits')
  await page.click('pause')
  await page.at(2)
  check((await page.text('deed')).includes('White passed'), 'the other engine goes on')
  await page.reload()
  same((await shown())['player-white'], 'opponent:passing', 'the player after a second reload')
  await tab.click('[data-point="A1"]')
  await page.at(4)
  // The game of the form begins as it was chosen.
  await tab.uncheck('#moves-stand')
  await tab.selectOption('#opponent', 'black')
  await page.startGame()
  await tab.waitForFunction(() => document.querySelectorAll('#points button.stone').length >= 2 && document.querySelectorAll('#points button').length === 81)
  same(await tab.inputValue('#player-white'), 'engine', 'the opponent of the form')
  page.noFaults('players after a reload')
  await page.close()
  server.stop()
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
    [JSON.stringify({start, nodes: [{}, node(0, ['B', 'C3'])], current: 1, fields: 7}), 2],
    [JSON.stringify({start, nodes: [{}, node(0, ['B', 'C3'])], current: 1, fields: {'player-white': 'opponent:gone', 'player-black': {}, seconds: markup, komi: markup, ponder: 'yes'}}), 2],
  ]
  for (const [planted, positions] of cases) {
    const page = await Page.open(browser, server)
    await page.tab.addInitScript(([planted, hash]) => {
      sessionStorage.setItem('halfpoint tree', planted)
      history.replaceState(null, '', hash)
    }, [planted, `#${encodeURIComponent(JSON.stringify(game))}`])
    await page.tab.reload()
    await page.at(1)
    same((await drawn(page)).length, positions, `positions of ${planted}`)
    same(await page.tab.$$eval('img', all => all.length), 0, 'text of a tree is no markup')
    same(await page.tab.$$eval('#player-black, #player-white, #seconds', all => all.map(one => one.value)), ['person', 'person', '1'], `players of ${planted}`)
    page.noFaults(planted)
    if (positions === 4) {
      await page.tab.click('#variations button:first-child')
      await page.tab.waitForFunction(() => document.getElementById('notice').textContent.includes('is no move'))
      await page.at(1)
    }
    await page.close()
  }
}
