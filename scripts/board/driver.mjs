// Drives `halfpoint board` and its page in a browser, for the scripts that try the page.

import {execFileSync, spawn} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {request} from 'node:http'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'

/** Command of an engine that plays as its options say. */
export const FAKE = `node ${join(dirname(fileURLToPath(import.meta.url)), 'fake-engine.mjs')}`

export class Failure extends Error {}

/** Has a page answer at once, whenever it asks, that the game that is shown may be left, unless `window.asks` is true. */
function leaveGames() {
  const answer = () => {
    const isAsked = document.querySelector('#question[open] #question-text')?.textContent.includes(' is not saved. Leave it ')
    if (isAsked && !window.asks) document.getElementById('yes').click()
  }
  new MutationObserver(answer).observe(document, {subtree: true, attributeFilter: ['open']})
}

/** Returns an amount as the page writes it, such as −1½, as a number. */
export function numberOf(text) {
  const [, sign, whole, half] = /^(−?)(\d*)(½?)$/.exec(text) ?? []
  check(whole !== undefined && (whole || half), `no amount: ${text}`)
  return (sign ? -1 : 1) * (Number(whole) + (half ? 0.5 : 0))
}

export function check(holds, text) {
  if (!holds) throw new Failure(text)
}

export function same(found, wanted, text) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  check(one === other, `${text}: ${one} in place of ${other}`)
}

/** A running server. */
export class Server {
  static async start(engine, args, env = {}) {
    const server = new Server()
    server.process = spawn(engine, ['board', '--no-open', ...(env.XDG_STATE_HOME ? [] : ['--no-keep']), ...args], {env: {...process.env, ...env}})
    server.printed = []
    server.errors = ''
    server.ended = new Promise(resolve => server.process.on('exit', resolve))
    let rest = ''
    server.process.stderr.on('data', data => (server.errors += data))
    server.process.stdout.on('data', data => {
      const lines = (rest + data).split('\n')
      rest = lines.pop()
      server.printed.push(...lines)
      server.hears?.()
    })
    server.origin = new URL(await server.line('http:', false)).origin
    // With --analysis the address of the WebSocket has a line of its own.
    if (args.includes('--analysis')) server.analysis = await server.line('ws:')
    return server
  }

  /** Waits for a line that the server prints with this beginning, and takes it. */
  async line(beginning, isTaken = true) {
    for (;;) {
      const index = this.printed.findIndex(line => line.startsWith(beginning))
      if (index >= 0) return isTaken ? this.printed.splice(index, 1)[0] : this.printed[index]
      const heard = new Promise(resolve => (this.hears = () => resolve(true)))
      const isThere = await Promise.race([heard, this.ended.then(() => false)])
      check(isThere, `the server ended: ${this.errors}`)
    }
  }

  /** Returns the printed address of the page that has not served yet. The next is printed when it has. */
  address() {
    return this.line('http:')
  }

  /** Exchanges the key of an address. */
  exchange(key) {
    return this.ask('/api/session', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({key})})
  }

  /** Returns the headers of a request of the page. */
  async headers() {
    if (!this.session) {
      const answer = await this.exchange((await this.address()).split('#key=')[1])
      this.session = JSON.parse(answer.text).session
    }
    return {'content-type': 'application/json', authorization: `Bearer ${this.session}`}
  }

  stop() {
    this.process.kill()
  }

  /** Sends a request as no page of ours would, and returns its status, headers and text. */
  ask(path, {method = 'GET', headers = {}, body} = {}) {
    const {hostname, port} = new URL(this.origin)
    return new Promise((resolve, reject) => {
      const sent = request({hostname, port, path, method, headers}, answer => {
        let text = ''
        answer.on('data', data => (text += data))
        answer.on('end', () => resolve({status: answer.statusCode, headers: answer.headers, text}))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

/** The page in a browser, with what a person does there. */
export class Page {
  static async open(browser, server, viewport = {width: 1280, height: 900}, options = {}) {
    const context = await browser.newContext({viewport, acceptDownloads: true, ...options})
    context.setDefaultTimeout(30_000)
    const page = await Page.beside(context, await server.address())
    await page.begun()
    return page
  }

  /** Opens an address in a new tab of a browser. */
  static async beside(context, address) {
    const page = new Page()
    page.faults = []
    page.context = context
    page.tab = await context.newPage()
    await page.tab.addInitScript(leaveGames)
    page.leads()
    page.tab.on('pageerror', error => page.faults.push(error.message))
    page.tab.on('console', message => {
      if (message.type() === 'error') page.faults.push(message.text())
    })
    await page.tab.goto(address)
    return page
  }

  /** Has the tab lead to what is clicked or filled in: a tab beside the board, the dialog of a new game or a part of it that opens. */
  leads() {
    for (const name of ['click', 'fill', 'selectOption', 'check', 'uncheck', 'focus', 'hover']) {
      const act = this.tab[name].bind(this.tab)
      this.tab[name] = async (selector, ...rest) => {
        await this.reveal(selector)
        return act(selector, ...rest)
      }
    }
  }

  /** Opens what an element lies in. */
  async reveal(selector) {
    const place = await this.tab.evaluate(selector => {
      const found = document.querySelector(selector.split(' >> ')[0])
      const closed = found?.closest('details:not([open])')
      if (closed && !found.closest('summary')) closed.open = true
      const panel = found?.closest('[role="tabpanel"][hidden]')
      return {tab: panel?.getAttribute('aria-labelledby'), isDialog: Boolean(found?.closest('#new-game-dialog:not([open])'))}
    }, selector)
    if (place.tab) await this.tab.locator(`#${place.tab}`).click()
    if (place.isDialog) await this.openNewGame()
  }

  /** Opens the dialog of a new game, and leaves the game that is shown. */
  async openNewGame() {
    await this.tab.locator('#new-game-open').click()
    await this.tab.waitForSelector('#new-game-dialog[open]')
  }

  /** Waits until the page shows a position. */
  async begun() {
    await this.tab.waitForFunction(() => document.getElementById('move-number').textContent !== '')
  }

  /** Waits until the page shows a number of moves, and the count of that position. */
  async at(moves) {
    await this.tab.waitForFunction(
      number => document.getElementById('move-number').textContent === `move ${number}`,
      moves,
    )
  }

  /** Loads the page anew, once its address has the position, which is written some 40 ms after a change. */
  async reload() {
    const moves = await this.moves()
    // Timers of a page run in turn, so that of the address has run.
    await this.tab.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)))
    await this.tab.reload()
    await this.at(moves)
  }

  text(id) {
    return this.tab.textContent(`#${id}`)
  }

  async moves() {
    return Number((await this.text('move-number')).split(' ')[1])
  }

  /** Waits until the page shows a number of moves or more: an engine may answer before anybody looks. */
  async past(moves) {
    await this.tab.waitForFunction(
      number => Number(document.getElementById('move-number').textContent.split(' ')[1]) >= number,
      moves,
    )
  }

  async place(point) {
    const before = await this.moves()
    await this.tab.click(`#points button[data-point="${point}"]`)
    await this.past(before + 1)
  }

  tokens() {
    return this.tab.$$eval('#tokens button', buttons => buttons.map(one => one.dataset.move))
  }

  /** Returns whether the game that is shown has ended. */
  async isOver() {
    return Boolean(await this.tab.getAttribute('#status', 'data-over'))
  }

  async token(move) {
    const before = await this.moves()
    await this.tab.click(`#tokens button[data-move="${move}"]`)
    await this.past(before + 1)
  }

  async click(id) {
    await this.tab.click(`#${id}`)
  }

  /** Begins a game; who plays is as under Players, or as it is given. */
  async newGame(rules, size, komi, opponent = 'others') {
    await this.tab.selectOption('#opponent', opponent)
    await this.tab.selectOption('#rules', rules)
    await this.tab.selectOption('#size', String(size))
    if (await this.tab.isEnabled('#komi')) await this.tab.fill('#komi', String(komi))
    await this.startGame()
    await this.at(0)
    await this.under(rules)
  }

  /** Starts the game of the dialog, and waits until it has begun. */
  async startGame() {
    await this.tab.click('#new-game-start')
    await this.tab.waitForSelector('#new-game-dialog', {state: 'hidden'})
  }

  /** Waits until the game that is shown has these rules. */
  async under(rules) {
    await this.tab.waitForSelector(`#status[data-rules="${rules}"]`)
  }

  /** Waits until an element has a text. */
  async says(id, text) {
    await this.tab.waitForFunction(([id, text]) => document.getElementById(id).textContent.includes(text), [id, text])
  }

  /** Enters the address of a game, which the page opens in place of the one that is shown. */
  async visit(game) {
    await this.expectPosition()
    await this.tab.evaluate(game => { location.hash = encodeURIComponent(JSON.stringify(game)) }, game)
  }

  /** Forgets the number of moves that is shown, so that `at` waits for the position that the next act opens. */
  async expectPosition() {
    await this.tab.evaluate(() => { document.getElementById('move-number').textContent = '' })
  }

  /** Returns the text of the record that the page saves. */
  async save() {
    const download = this.tab.waitForEvent('download')
    await this.click('save')
    return readFileSync(await (await download).path(), 'utf8')
  }

  async read(sgf, moves) {
    await this.tab.fill('#paste', sgf)
    await this.expectPosition()
    await this.click('read')
    await this.at(moves)
  }

  /** Waits for the count of the position, and returns the result under its own rules. */
  async result() {
    const cell = '#count[aria-busy="false"] tr.own td[data-result]'
    await this.tab.waitForSelector(cell, {state: 'attached'})
    return this.tab.getAttribute(cell, 'data-result')
  }

  noFaults(text) {
    same(this.faults, [], `${text}: faults of the page`)
  }

  async close() {
    await this.context.close()
  }
}

const AXE = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', 'axe-core', 'axe.min.js')

/** Returns what axe-core finds to be an obstacle to people who do not see or point. */
export async function violations(page) {
  await page.tab.evaluate(readFileSync(AXE, 'utf8'))
  return page.tab.evaluate(async () => (await window.axe.run()).violations.map(
    one => `${one.id}: ${one.help} (${one.nodes.map(node => node.target.join(' ')).slice(0, 3).join(', ')})`))
}

/** Returns the result of a record by `halfpoint score`. */
export function scored(engine, sgf, rules) {
  const folder = mkdtempSync(join(tmpdir(), 'board-'))
  const file = join(folder, 'game.sgf')
  writeFileSync(file, sgf)
  const text = execFileSync(engine, ['score', '--json', '--rules', rules, file], {encoding: 'utf8'})
  rmSync(folder, {recursive: true})
  return JSON.parse(text).rows[0].result
}
