// Acts of the board page's browser test about sessions: keys that serve once, tabs that share a session, a reload,
// an old link, a server that was started anew, the file for the browser; and addresses that hold no game.

import {spawn} from 'node:child_process'
import {chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {Page, Server, check, same} from './driver.mjs'

const GAME = {rules: 'chinese', width: 5, height: 5, komi: 0, moves: [['B', 'C3'], ['W', 'B2']]}
const fragment = game => `#${encodeURIComponent(JSON.stringify(game))}`

/** Waits until the page shows a notice, and returns it. */
async function notice(page, words) {
  await page.tab.waitForFunction(words => document.getElementById('notice').textContent.includes(words), words)
  return page.text('notice')
}

/** Keeps the faults of a page that its browser has not reported of a refusal with this status. */
const refused = (page, status) => { page.faults = page.faults.filter(text => !text.includes(status)) }

/** Loads a page anew, opens a second tab, and opens an address of which the key has served. */
export async function sessionsOfTabs(_, engine, browser) {
  const server = await Server.start(engine, ['--size', '5', '--threads', '1'])
  try {
    const context = await browser.newContext()
    context.setDefaultTimeout(30_000)
    const address = await server.address()
    const first = await Page.beside(context, address)
    await first.begun()
    await first.place('C3')
    same(await context.cookies(), [], 'cookies')
    same(await first.tab.evaluate(() => Object.keys(localStorage)), [], 'what the browser keeps for good')
    check(!first.tab.url().includes('key'), 'the key leaves the address')
    await first.reload()
    same(await first.moves(), 1, 'moves after a reload')

    const second = await Page.beside(context, server.origin)
    await second.begun()
    same(await second.moves(), 0, 'a second tab has a game of its own')
    await second.place('A1')
    await second.reload()
    const link = await Page.beside(context, `${server.origin}/${fragment(GAME)}`)
    await link.at(2)
    const served = await Page.beside(context, address)
    await served.begun()
    check(!served.tab.url().includes('key'), 'a key that has served leaves the address')
    await first.place('B2')
    refused(served, '403')
    for (const page of [first, second, link, served]) page.noFaults('tabs')
    await context.close()

    // Another browser has no tab that knows the session.
    const other = await browser.newContext()
    other.setDefaultTimeout(30_000)
    const stranger = await Page.beside(other, address)
    check((await notice(stranger, 'served already')).includes('printed last'), 'the way to a session')
    const old = await Page.beside(other, `${server.origin}/${fragment(GAME)}`)
    await notice(old, 'no session')
    same(await old.tab.$$eval('#picture svg', all => all.length), 0, 'a page without a session shows no board')
    // The address that was printed next, in the same tab, opens the game of the old link.
    await old.tab.evaluate(address => { location.href = address }, await server.address())
    await old.at(2)
    same(decodeURIComponent(new URL(old.tab.url()).hash.slice(1)), JSON.stringify(GAME), 'the game of the old link')
    // Now the other tab of that browser finds one.
    await stranger.tab.reload()
    await stranger.begun()
    refused(stranger, '403')
    for (const page of [old, stranger]) page.noFaults('another browser')
    await other.close()
  } finally {
    server.stop()
  }
}

/** Ends a server and starts another on its port: the page says so, and goes on with a new key in the same tab. */
export async function serverStartedAnew(_, engine, browser) {
  let server = await Server.start(engine, ['--size', '5', '--threads', '1'])
  const {port} = new URL(server.origin)
  const context = await browser.newContext()
  context.setDefaultTimeout(30_000)
  const page = await Page.beside(context, await server.address())
  // A tab has a session to hand on once it shows a position.
  await page.begun()
  const other = await Page.beside(context, server.origin)
  await other.begun()
  for (const one of [page, other]) await one.place('C3')
  await page.place('B2')
  await page.click('undo')
  await page.at(1)
  server.stop()
  await server.ended
  server = await Server.start(engine, ['--size', '5', '--threads', '1', '--port', port])
  try {
    await page.tab.click('#points button[data-point="D2"]')
    await notice(page, 'no session')
    await page.tab.evaluate(address => { location.href = address }, await server.address())
    await page.tab.waitForFunction(() => document.getElementById('notice').hidden)
    await page.at(1)
    await page.click('redo')
    await page.at(2)
    await page.place('D2')
    // The other tab notices, and gets the session of this one.
    await other.place('A1')
    for (const one of [page, other]) {
      refused(one, '401')
      one.noFaults('a server that was started anew')
    }
  } finally {
    await context.close()
    server.stop()
  }
}

/** Has a browser opened by the file that the server writes, and looks at who can see what. */
export async function fileForBrowser(_, engine, browser) {
  const folder = mkdtempSync(join(tmpdir(), 'board-'))
  const opener = join(folder, 'xdg-open')
  const heard = join(folder, 'heard')
  writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$@" >'${heard}.part'\nmv '${heard}.part' '${heard}'\n`)
  chmodSync(opener, 0o755)
  const server = spawn(engine, ['board', '--size', '5', '--threads', '1'], {env: {...process.env, PATH: `${folder}:${process.env.PATH}`, TMPDIR: folder, XDG_STATE_HOME: folder}})
  try {
    let printed = ''
    server.stdout.on('data', data => (printed += data))
    for (let round = 0; !existsSync(heard) && round < 300; round += 1) await new Promise(resolve => setTimeout(resolve, 100))
    const [file, ...rest] = readFileSync(heard, 'utf8').trim().split('\n')
    same(rest, [], 'further arguments')
    check(file.startsWith(folder) && file.endsWith('.html'), `the argument is a file: ${file}`)
    same(statSync(file).mode & 0o777, 0o600, 'the mode of the file')
    const text = readFileSync(file, 'utf8')
    const [, address] = /url=([^"]*)"/.exec(text)
    check(!printed.includes(address), 'the file has a key of its own')
    const context = await browser.newContext()
    context.setDefaultTimeout(30_000)
    const page = await Page.beside(context, `file://${file}`)
    await page.begun()
    await page.place('C3')
    check(page.tab.url().startsWith('http://127.0.0.1:') && !page.tab.url().includes('key'), page.tab.url())
    check(!existsSync(file), 'the file goes with its key')
    same(printed.trim().split('\n').length, 1, 'addresses that were printed')
    // The printed one is still good, in another browser.
    const other = await Page.beside(await browser.newContext(), printed.trim())
    await other.begun()
    for (const one of [page, other]) {
      one.noFaults('the file for the browser')
      await one.close()
    }
  } finally {
    server.kill()
    rmSync(folder, {recursive: true})
  }
}

/** Opens addresses that hold no game, at the beginning and later: the page says so and can be played on. */
export async function addressesWithoutGame(_, __, browser, ___, server) {
  const bad = [
    {moves: {length: 1e9}},
    {...GAME, moves: {length: 1e9}},
    {...GAME, moves: [{length: 1e9}]},
    {...GAME, moves: 'B'.repeat(1000)},
    {...GAME, moves: [['B', {length: 1e9}]]},
    {...GAME, setup: {length: 1e9}},
    {...GAME, dead: {length: 1e9}},
    {...GAME, clock: {system: {length: 1e9}}},
    {...GAME, width: 1e9},
    {...GAME, rules: '<img src=x onerror=alert(1)>'},
    [], 7, null, 'text',
  ].map(fragment)
  for (const hash of [...bad, '#%', '#{']) {
    const {context} = await Page.open(browser, server)
    const page = await Page.beside(context, `${server.origin}/${hash}`)
    await page.begun()
    await page.tab.waitForFunction(() => !document.getElementById('notice').hidden)
    same(await page.moves(), 0, `moves of ${hash}`)
    await page.place('C3')
    await page.tab.evaluate(hash => { location.hash = hash }, hash)
    await page.tab.waitForFunction(() => !document.getElementById('notice').hidden)
    same(await page.moves(), 1, `the game stays at ${hash}`)
    await page.place('B2')
    same(await page.tab.$$eval('img', all => all.length), 0, 'text of an address is no markup')
    refused(page, '422')
    page.noFaults(hash)
    await page.close()
  }
}
