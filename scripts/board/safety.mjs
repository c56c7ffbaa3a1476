// Acts of the board page's browser test about safety: hostile records and requests, searches whose client has
// gone, too much at once, and the WebSocket of the analysis protocol.

import {readFileSync} from 'node:fs'
import {request} from 'node:http'
import {Page, Server, check, same} from './driver.mjs'

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script><b onmouseover=alert(3)>"\'&amp;${1}'
const TEXTS = ['C', 'N', 'GN', 'GC', 'PB', 'PW', 'BT', 'WT', 'BR', 'WR', 'EV', 'RO', 'PC', 'DT', 'RE', 'RU', 'AN', 'US', 'SO', 'CP', 'ON', 'OT', 'AP', 'HPR', 'HPM', 'LB', 'XX']
/** Processor seconds in one second above which a search goes on. */
const BUSY = 0.3

/** Returns the processor time of a process, in seconds. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Waits until the server is idle. */
async function idle(server, text) {
  for (let round = 0; round < 20; round += 1) {
    const before = processorTime(server.process.pid)
    await pause(1000)
    if (processorTime(server.process.pid) - before < BUSY) return
  }
  check(false, `${text}: the search goes on without its client`)
}

const post = async (server, path, body) => server.ask(path, {method: 'POST', headers: await server.headers(), body: JSON.stringify(body)})

const EMPTY = {rules: 'two_button', width: 19, height: 19, komi: 6.5, moves: []}

/** Reads records with markup in every text, and records that are deep, long or large. */
export async function hostileRecords(page, engine, browser, pictures, server) {
  let dialogs = 0
  page.tab.on('dialog', dialog => { dialogs += 1; dialog.dismiss() })
  // The page asks about a game that is left for a record; about a new one without moves it does not.
  await page.newGame('chinese', 5, 0)
  const escaped = HOSTILE.replaceAll('\\', '\\\\').replaceAll(']', '\\]')
  for (const property of TEXTS) {
    const first = ['RU', 'HPR'].includes(property) ? '' : 'RU[Chinese]'
    await page.tab.fill('#paste', `(;GM[1]SZ[5]${first}KM[0]${property}[${escaped}];B[cc]C[${escaped}])`)
    await page.click('read')
    await page.tab.waitForFunction(() => document.getElementById('move-number').textContent === 'move 1' || !document.getElementById('notice').hidden)
    await page.tab.waitForTimeout(30)
    same(await page.tab.$$eval('img[src="x"], script:not([src]), b', all => all.length), 0, `${property}: text of a record is no markup`)
  }
  same(dialogs, 0, 'dialogs that a record opened')
  const records = [
    ['deep', `${'(;C[a]'.repeat(100_000)}${')'.repeat(100_000)}`],
    ['long', `(;GM[1]SZ[19]${';B[];W[]'.repeat(40_000)})`],
    ['with a large text', `(;GM[1]SZ[5]C[${'x'.repeat(900_000)}];B[cc])`],
    ['with many stones', `(;GM[1]SZ[25]AB${'[aa]'.repeat(200_000)})`],
    ['without an end', '(;GM[1]SZ[5];B[cc'],
    ['with a board of 999', '(;GM[1]SZ[999];B[cc])'],
    ['of zero bytes', '\0'.repeat(1000)],
  ]
  for (const [text, sgf] of records) {
    const {status} = await post(server, '/api/read', {sgf})
    check([200, 413, 422].includes(status), `a record ${text}: ${status}`)
  }
  same((await post(server, '/api/view', EMPTY)).status, 200, 'the server goes on')
  // A rectangle of four billion points.
  await page.read('(;GM[1]SZ[5]KM[0];B[cc]TR[aa:\uffff\uffff])', 1)
  same((await page.tab.$$('#points .triangle')).length, 25, 'marks far off the board')
  // The browser reports the refusals, which were wanted.
  page.faults = page.faults.filter(text => !text.includes('422') && !text.includes('413'))
  page.noFaults('hostile records')
}

/** Closes a tab in the middle of an analysis, and a connection in the middle of a move. */
export async function searchesEnd(page, engine, browser, pictures, server) {
  const other = await Page.open(browser, server)
  await other.newGame('two_button', 19, 6.5)
  await other.click('analyze')
  await other.tab.waitForSelector('#points .hint')
  await other.close()
  await idle(server, 'a closed tab')
  for (const [path, body] of [
    ['/api/move', {game: EMPTY, seconds: 600, level: 20}],
    ['/api/analyze', {game: EMPTY, seconds: 600}],
    ['/api/exact', {game: {...EMPTY, width: 4, height: 4}}],
  ]) {
    const sent = await send(server, path, body)
    await pause(1500)
    sent.destroy()
    await idle(server, path)
  }
}

/** Sends a request whose answer is not awaited, and returns it, so that a test can break it off. */
async function send(server, path, body) {
  const {hostname, port} = new URL(server.origin)
  const sent = request({hostname, port, path, method: 'POST', headers: await server.headers()})
  sent.on('error', () => undefined)
  sent.end(JSON.stringify(body))
  return sent
}

/** Asks for more searches than may wait: some are refused with a reason, the others are answered, and so is the page. While long searches wait, graphs and counts are refused, too. */
export async function tooMuchAtOnce(page, engine, browser, pictures, server) {
  const move = {game: EMPTY, seconds: 0.2, level: 20}
  const asked = Array.from({length: 40}, () => post(server, '/api/move', move))
  const view = await post(server, '/api/view', EMPTY)
  same(view.status, 200, 'a position is shown while others wait')
  const answers = await Promise.all(asked)
  const of = status => answers.filter(answer => answer.status === status)
  same(of(200).length + of(503).length, answers.length, 'answers to 40 requests at once')
  check(of(200).length > 2 && of(503).length > 2, `${of(200).length} requests were answered`)
  check(of(503).every(answer => JSON.parse(answer.text).error.includes('wait')), 'refusals have a reason')

  const others = [['/api/graph', {game: EMPTY, numbers: [0], seconds: 0.2}], ['/api/counting', EMPTY], ['/api/dead', {game: EMPTY}]]
  const long = await Promise.all(Array.from({length: 40}, () => send(server, '/api/analyze', {game: EMPTY, seconds: 600})))
  for (let full = false; !full; await pause(50)) full = (await post(server, '/api/counting', EMPTY)).status === 503
  for (const [path, body] of others) {
    const {status, text} = await post(server, path, body)
    same(status, 503, `${path} while searches wait`)
    check(JSON.parse(text).error.includes('wait'), `${path}: the refusal has a reason`)
  }
  long.forEach(sent => sent.destroy())
  await idle(server, 'searches that were broken off')
  for (const [path, body] of others) same((await post(server, path, body)).status, 200, `${path} when they are gone`)
  // A graph may find no room later on, and then says so in its last line.
  const moves = Array.from({length: 40}, (_, index) => [index % 2 ? 'W' : 'B', 'ABCDEFGHJKLMNOPQRST'[index % 19] + (1 + 2 * Math.floor(index / 19))])
  const graph = post(server, '/api/graph', {game: {...EMPTY, moves}, numbers: moves.map((_, index) => index), seconds: 0.1})
  await pause(150)
  await Promise.all(Array.from({length: 60}, () => post(server, '/api/move', {game: EMPTY, seconds: 0.2, level: 20})))
  const lines = (await graph).text.trim().split('\n').map(line => JSON.parse(line))
  const isRight = (line, index) => line.error === undefined || (line.error.includes('wait') && index === lines.length - 1)
  check(lines.length > 1 && lines.every(isRight), `the last line of a graph: ${JSON.stringify(lines.at(-1))}`)
  check(lines.length === moves.length || lines.at(-1).error !== undefined, `a graph ends early without a reason: ${lines.length} lines`)
}

/** Asks for an upgrade as a client would, and returns the status. */
function upgrade(server, path, headers) {
  const {hostname, port} = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const sent = request({hostname, port, path, headers: {
      connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', ...headers,
    }})
    sent.on('response', answer => { answer.resume(); resolve({status: answer.statusCode}) })
    sent.on('upgrade', (answer, socket) => resolve({status: answer.statusCode, socket}))
    sent.on('error', reject)
    sent.end()
  })
}

/** A connection as other programs make it. Waits up to 20 s while all places are taken: one is free only a moment after its client went. */
async function connect(server, path) {
  const end = Date.now() + 20_000
  for (;;) {
    const answer = await upgrade(server, path, {})
    if (answer.status !== 503 || Date.now() > end) return answer
    await pause(100)
  }
}

/** Runs queries over the WebSocket of a server with `--analysis`, in the browser and as other programs would. */
export async function analysisSocket(page, engine, browser, pictures, plain) {
  const ticket = async server => JSON.parse((await post(server, '/api/ticket', {})).text).ticket
  same((await upgrade(plain, `/analysis?ticket=${await ticket(plain)}`, {})).status, 404, 'without the option')
  const server = await Server.start(engine, ['--size', '5', '--threads', '1', '--analysis'])
  try {
    const own = await Page.open(browser, server)
    const address = new URL(server.analysis)
    same(`http://${address.host}`, server.origin, 'the host of the WebSocket')
    const path = address.pathname + address.search
    const key = address.searchParams.get('key')
    const headers = await server.headers()
    for (const [text, where, headers, status] of [
      ['without a key', '/analysis', {}, 403],
      ['with a wrong key', '/analysis?key=0', {}, 403],
      ['with the session', '/analysis', await server.headers(), 403],
      ['with the session as a key', `/analysis?key=${server.session}`, {}, 403],
      ['with the key as a ticket', `/analysis?ticket=${key}`, {}, 403],
      ['of a foreign origin', path, {origin: 'http://evil.example'}, 403],
      ['of another port', path, {'sec-fetch-site': 'same-site'}, 403],
      ['of a sandboxed page', path, {origin: 'null'}, 403],
      ['for a foreign host', path, {host: 'evil.example'}, 403],
    ]) same((await upgrade(server, where, headers)).status, status, `an upgrade ${text}`)
    // The key of programs opens nothing else.
    same((await server.exchange(key)).status, 403, 'a session for the key of programs')
    same((await server.ask('/api/start', {headers: {...headers, authorization: `Bearer ${key}`}})).status, 401, 'the key of programs as a session')
    // A ticket serves once.
    const once = `/analysis?ticket=${await ticket(server)}`
    const first = await upgrade(server, once, {})
    same([first.status, (await upgrade(server, once, {})).status], [101, 403], 'two upgrades with a ticket')
    first.socket.destroy()

    const query = {id: 'one', rules: 'two_button', komi: 6.5, boardXSize: 9, boardYSize: 9, moves: [['B', 'E5'], ['W', 'pass']], maxVisits: 20, analyzeTurns: [0, 1, 2]}
    const answers = await own.tab.evaluate(async ([address, query]) => {
      const socket = new WebSocket(address)
      const answers = []
      await new Promise((resolve, reject) => {
        socket.onopen = () => socket.send(`${JSON.stringify(query)}\n{"id":"v","action":"query_version"}`)
        socket.onerror = () => reject(new Error('no connection'))
        socket.onmessage = event => { if (answers.push(JSON.parse(event.data)) === 4) resolve() }
      })
      socket.close()
      return answers
    }, [`${address.origin}${address.pathname}?ticket=${await ticket(server)}`, query])
    same(answers.filter(one => one.id === 'one').map(one => one.turnNumber).sort(), [0, 1, 2], 'the turns')
    check(answers.some(one => one.id === 'v' && one.version), 'the version')
    check(answers.find(one => one.turnNumber === 2).ledger.white === 0.5, 'the ledger of Two Button Go')
    same((await upgrade(server, `${path}&rules=none`, {})).status, 422, 'rules that do not exist')
    const locked = await own.tab.evaluate(([address, query]) => new Promise((resolve, reject) => {
      const socket = new WebSocket(`${address}&rules=button`)
      socket.onopen = () => socket.send(JSON.stringify(query))
      socket.onerror = () => reject(new Error('no connection'))
      socket.onmessage = event => { socket.close(); resolve(JSON.parse(event.data)) }
    }), [server.analysis, {...query, rules: 'japanese', analyzeTurns: [0]}])
    same(locked.rules, 'button', 'rules that the address names')
    await own.close()

    // Each connection that closes ends its searches, and leaves its place.
    const long = JSON.stringify({...query, id: 'long', maxVisits: 100_000_000})
    for (let round = 0; round < 3; round += 1) {
      const open = []
      for (let number = 0; number < 4; number += 1) open.push(await connect(server, path))
      same(open.map(one => one.status), [101, 101, 101, 101], 'four connections')
      same((await upgrade(server, path, {})).status, 503, 'a fifth connection')
      for (const {socket} of open) socket.write(frame(long))
      await pause(500)
      for (const {socket} of open) socket.destroy()
      await idle(server, 'a closed connection')
    }
    const {socket} = await connect(server, path)
    const closed = new Promise(resolve => socket.on('close', resolve))
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(frame('x'.repeat((1 << 20) + 1)))
    await closed
    same((await connect(server, path)).status, 101, 'a connection after one with a large message')
  } finally {
    server.stop()
  }
}

/** Returns a masked text frame, with the mask 0. */
function frame(text) {
  const body = Buffer.from(text)
  const head = Buffer.alloc(14)
  head[0] = 0x81
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(body.length), 2)
  return Buffer.concat([head, body])
}
