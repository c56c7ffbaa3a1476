#!/usr/bin/env node
// Analyzes games with the engine module of Ogatak. See `--help`.

import {execFileSync, spawn} from 'node:child_process'
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import Module, {createRequire} from 'node:module'
import {tmpdir} from 'node:os'
import {dirname, join, resolve} from 'node:path'
import {createInterface} from 'node:readline'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'

const SCRIPTS = dirname(fileURLToPath(import.meta.url))
const RELEASE = execFileSync(join(SCRIPTS, 'release-dir'), {encoding: 'utf8'}).trim()

// Ogatak logs each warning.
const print = console.log.bind(console)
console.log = () => {}

// A hang fails.
const MAX_WAIT_MS = 60_000

const USAGE = `Usage: ogatak-session.mjs [options] CHECKOUT

Loads modules of Ogatak (https://github.com/rooklift/ogatak) from a checkout: its
reader of records, its game tree, the module that makes queries, and the one that
starts the engine, sends them and reads the answers. Electron and the window are
replaced by nothing. Our engine plays a game against itself under each rule set;
then Ogatak goes through the record as its automatic analysis does, ends each
search by its own query, and plays on from an early position with its best moves and a
pass. An alert of Ogatak, a position without its analysis, and an answer whose
pass or ledger is not that of the game over GTP are failures; then the exit status
is 1.

  --rules NAME     a rule set, may be given again (default button and two_button)
  --size N         board size (default 9)
  --playouts N     visits a move of the game (default 16)
  --visits N       visits after which Ogatak goes on (default 50)
  --engine PATH    the program (default: that of the release build)
  --verbose        print all that goes over the wire
  --help           print this text
`

class Failure extends Error {}

function check(holds, text) {
  if (!holds) throw new Failure(text)
}

/** Our program, which plays under a rule set over GTP. */
class Gtp {
  constructor(path, args) {
    this.process = spawn(path, args, {stdio: ['pipe', 'pipe', 'ignore']})
    this.lines = createInterface({input: this.process.stdout})[Symbol.asyncIterator]()
  }

  async ask(command) {
    this.process.stdin.write(`${command}\n`)
    let answer = []
    for (;;) {
      let {value, done} = await this.lines.next()
      check(!done, `${command}: the engine has ended`)
      if (value === '') break
      answer.push(value)
    }
    check(answer[0].startsWith('='), `${command}: ${answer.join(' ')}`)
    return answer.join('\n').slice(1).trim()
  }

  async state() {
    return JSON.parse(await this.ask('halfpoint-state'))
  }

  /** Plays a game to its end. Returns its record. */
  async selfPlay(size) {
    for (;;) {
      let state = await this.state()
      if (state.over !== null || state.moves >= 3 * size * size) break
      let move = await this.ask(`genmove ${state.to_move}`)
      if (move !== 'resign') continue
      // A game that is resigned has no button yet.
      await this.ask('undo')
      await this.ask(`play ${state.to_move} pass`)
    }
    return this.ask('printsgf')
  }
}

/** Loads modules of Ogatak. What it expects of Electron and its window is left out. */
function ogatak(checkout, folder) {
  let load = Module._load
  Module._load = function (name, ...rest) {
    return name === 'electron' ? {ipcRenderer: {send() {}}} : load.call(this, name, ...rest)
  }
  let require = createRequire(join(checkout, 'src/modules/'))
  global.user_data_path = folder
  global.alert = text => global.alerts.push(text)
  global.alerts = []
  global.stderrbox = {receive() {}, show() {}, hide() {}}
  require('./config_io').load()
  return {
    version: require('../package.json').version,
    loadSgf: require('./load_sgf'),
    fixRoot: require('./root_fixes'),
    newEngine: require('./engine'),
    utils: require('./utils')
  }
}

/** Ogatak with a record and our engine. */
class Session {
  constructor(modules, path, record, folder, options) {
    this.modules = modules
    this.visits = Number(options.visits)
    this.root = modules.loadSgf(Buffer.from(record)).get_roots()[0]
    modules.fixRoot(this.root, true)
    this.waiting = null
    this.warnings = new Set()
    global.hub = {receive_object: answer => this.receive(answer)}
    let empty = join(folder, 'empty')
    writeFileSync(empty, '')
    this.engine = modules.newEngine()
    this.engine.setup(path, empty, empty)
    if (options.verbose) {
      this.engine.scanner.on('line', line => print('←', line))
      let send = this.engine.__send
      this.engine.__send = object => {
        print('→', JSON.stringify(object))
        send.call(this.engine, object)
      }
    }
  }

  /** Gives answers to nodes, as Ogatak's hub does. */
  receive(answer) {
    if (answer.warning) this.warnings.add(answer.field ?? answer.warning)
    if (!this.modules.utils.valid_analysis_object(answer)) return
    let id = this.modules.utils.node_id_from_search_id(answer.id)
    if (id !== this.waiting?.node.id) return
    this.waiting.node.receive_analysis(answer)
    // The last answer of the query before may be about the same node.
    if (answer.id !== this.engine.running?.id) return
    if (answer.rootInfo.visits >= this.waiting.visits || !answer.isDuringSearch) this.waiting.resolve()
  }

  /** Lets Ogatak analyze a node until it has enough visits. The next query ends the search. */
  async analyze(node, avoid = null) {
    let timer
    await new Promise((resolve, reject) => {
      let late = () => reject(new Failure(`move ${node.depth}: no answer with ${this.visits} visits`))
      timer = setTimeout(late, MAX_WAIT_MS)
      this.waiting = {node, visits: this.visits, resolve}
      this.engine.analyse(node, null, avoid)
    })
    clearTimeout(timer)
    check(global.alerts.length === 0, `alert of Ogatak: ${global.alerts}`)
  }

  /** Makes the best move of the analysis, as Ogatak's `play_best` does. */
  best(node) {
    let point = node.get_board().parse_gtp_move(node.analysis.moveInfos[0].move)
    return point === '' ? node.pass() : node.force_move(point)
  }
}

/** Checks what Ogatak has of a node. Returns the token move that a pass is there. */
async function checkNode(node, gtp, size) {
  let name = `move ${node.depth}`
  check(node.has_valid_analysis(), `${name}: no analysis`)
  check(typeof node.stored_winrate() === 'number', `${name}: no win rate`)
  check(typeof node.stored_score() === 'number', `${name}: no score`)
  check(typeof node.best_policy_move() === 'string', `${name}: no move by policy`)
  check(node.analysis.ownership?.length === size * size, `${name}: no ownership`)
  await gtp.ask(`boardsize ${size}`)
  await gtp.ask(`komi ${node.komi()}`)
  for (let each of node.history()) {
    if (each.move_count() !== 1) continue
    let color = each.has_key('B') ? 'B' : 'W'
    await gtp.ask(`play ${color} ${each.get_board().gtp(each.get(color))}`)
  }
  let state = await gtp.state()
  let meaning = await gtp.ask('halfpoint-pass_means')
  let {rules, passMeans, ledger, moveInfos} = node.analysis
  check(rules === state.rules, `${name}: rules ${rules}`)
  check(passMeans === meaning, `${name}: a pass is ${passMeans}, not ${meaning}`)
  for (let color of ['black', 'white']) {
    check(ledger[color] === state.ledger[color], `${name}: ledger ${JSON.stringify(ledger)}`)
  }
  for (let {move, token} of moveInfos) {
    check((move === 'pass') === (token !== undefined), `${name}: token of ${move}`)
    check(token === undefined || token === meaning, `${name}: pass is ${token}, not ${meaning}`)
  }
  return meaning
}

async function session(modules, rules, folder, options) {
  let size = Number(options.size)
  let path = resolve(options.engine ?? join(RELEASE, 'halfpoint'))
  let args = ['--rules', rules, '--size', options.size, '--playouts', options.playouts, '--seed', '1']
  let gtp = new Gtp(path, args)
  let record = await gtp.selfPlay(size)
  let over = (await gtp.state()).over

  let one = new Session(modules, path, record, folder, options)
  let nodes = one.root.get_end().history()
  let passes = []
  for (let node of nodes) {
    await one.analyze(node)
    let meaning = await checkNode(node, gtp, size)
    if (node.children[0]?.has_pass()) passes.push(meaning)
  }

  // The best move of an early position is forbidden once.
  let early = nodes[Math.floor(nodes.length / 3)]
  await one.analyze(early)
  let best = early.analysis.moveInfos[0].move
  await one.analyze(early, [early.get_board().parse_gtp_move(best)])
  check(early.analysis.moveInfos.every(info => info.move !== best), `${best} was avoided`)
  await one.analyze(early)
  let node = early
  for (let made = 0; made < 4; made += 1) {
    node = one.best(node)
    await one.analyze(node)
    await checkNode(node, gtp, size)
  }
  let meaning = node.analysis.passMeans
  let before = JSON.stringify(node.analysis.ledger)
  node = node.pass()
  await one.analyze(node)
  await checkNode(node, gtp, size)
  let after = JSON.stringify(node.analysis.ledger)
  check(before !== after, `the ledger does not change by ${meaning}`)

  one.engine.halt()
  one.engine.shutdown()
  await gtp.ask('quit')
  let warned = [...one.warnings].join(', ') || 'none'
  print(
    `${rules}: ${nodes.length} positions (${over}), passes of the record ${passes.join(' ')}; ` +
      `played on: ${meaning}, ledger ${after}; warnings about ${warned}`
  )
}

let {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {
    rules: {type: 'string', multiple: true, default: ['button', 'two_button']},
    size: {type: 'string', default: '9'},
    playouts: {type: 'string', default: '16'},
    visits: {type: 'string', default: '50'},
    engine: {type: 'string'},
    verbose: {type: 'boolean', default: false},
    help: {type: 'boolean', default: false}
  }
})
if (values.help) {
  print(USAGE)
} else {
  let folder = mkdtempSync(join(tmpdir(), 'ogatak-'))
  try {
    let checkout = resolve(positionals[0] ?? '.')
    check(existsSync(join(checkout, 'src/modules/query.js')), `no checkout of Ogatak in ${checkout}`)
    let modules = ogatak(checkout, folder)
    for (let rules of values.rules) await session(modules, rules, folder, values)
    print(`Ogatak ${modules.version}: no faults`)
  } catch (error) {
    console.error(`ogatak-session: ${error instanceof Failure ? error.message : error.stack}`)
    process.exitCode = 1
  } finally {
    rmSync(folder, {recursive: true})
  }
  process.exit()
}
