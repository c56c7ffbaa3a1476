// Records in and out: copies as text, SGF, picture and address, the address given back, and a resigned game.

import {Page, Server, check, same} from './driver.mjs'

/** Copies a game in each form, and opens its address by the paste box and by the command line. */
export async function copies(page, engine, browser) {
  const {tab, context} = page
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.newGame('two_button', 5, 0.5)
  await page.place('C3')
  await page.token('pass')
  const copied = async form => {
    await tab.selectOption('#copy', form)
    await tab.waitForFunction(() => document.getElementById('notice').textContent.startsWith('Copied'))
    await tab.evaluate(() => { document.getElementById('notice').textContent = '' })
  }
  const clipboard = () => tab.evaluate(() => navigator.clipboard.readText())
  await copied('text')
  const text = await clipboard()
  check(text.includes('two_button, komi 0.5') && text.includes('white passed first and has it'), `the text: ${text}`)
  await copied('sgf')
  same(await clipboard(), await page.save(), 'the SGF')
  await copied('picture')
  const kinds = await tab.evaluate(async () => (await navigator.clipboard.read()).flatMap(item => item.types))
  same(kinds, ['image/png'], 'the picture')
  await copied('address')
  const address = await clipboard()
  await page.newGame('chinese', 5, 0)
  await page.read(address, 2)
  await page.under('two_button')
  await tab.fill('#paste', '#nonsense')
  await page.click('read')
  await tab.waitForFunction(() => document.getElementById('notice').textContent.includes('holds no game'))
  const server = await Server.start(engine, [address])
  const other = await Page.open(browser, server)
  await other.at(2)
  await other.under('two_button')
  await other.close()
  server.stop()
  page.noFaults('copies')
}

/** Opens the record of a game that was resigned: it is over, its last move is the resignation, and it is saved as it was. */
export async function resignedRecord(page) {
  const {tab} = page
  await page.read('(;GM[1]SZ[5]RU[Chinese]KM[0]RE[W+R];B[cc];W[bb])', 3)
  await page.says('status', 'The game is over by resignation')
  await page.says('verdict', 'White wins')
  const sgf = await page.save()
  check(sgf.includes('RE[W+R]'), `the record has the resignation: ${sgf}`)
  await page.click('undo')
  await page.at(2)
  await page.says('status', 'Black to move')
  await page.newGame('button', 5, 0)
  await page.read(sgf, 3)
  same(await page.save(), sgf, 'a resigned game that was read and saved')
  page.noFaults('a resigned record')
}
