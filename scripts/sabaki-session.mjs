#!/usr/bin/env node
// Does with halfpoint what Sabaki does, through Sabaki's client library. See `--help`.

import {execFileSync} from 'node:child_process'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import gtp from '@sabaki/gtp'

const SCRIPTS = dirname(fileURLToPath(import.meta.url))
const RELEASE = execFileSync(join(SCRIPTS, 'release-dir'), {encoding: 'utf8'}).trim()

const USAGE = `Usage: sabaki-session.mjs [options]

Starts the engine under each rule set, brings a game to it as Sabaki does (komi
before the board, whole games replayed), analyzes, lets it play both sides with
reports while it thinks, takes moves back, and asks for the score. Any error
answer, a report that says nothing, and a game that is not the client's are
failures; then the exit status is 1.

  --rules NAME     a rule set, may be given again (default chinese and two_button)
  --size N         board size (default 7)
  --playouts N     playouts a move (default 300)
  --engine PATH    the program (default: that of the release build)
  --verbose        print all that goes over the wire
  --help           print this text
`

class Failure extends Error {}

function check(holds, text) {
  if (!holds) throw new Failure(text)
}

/** Client of an engine, as Sabaki is one. */
class Client {
  constructor(path, args, verbose) {
    this.controller = new gtp.Controller(path, args)
    this.tracker = new gtp.ControllerStateTracker(this.controller)
    this.verbose = verbose
    this.commands = 0
    this.controller.on('response-received', ({command, response}) => {
      this.commands += 1
      if (this.verbose) console.log(gtp.Command.toString(command), '→', response.content)
    })
  }

  async ask(name, args = [], subscriber = () => {}) {
    let response = await this.tracker.queueCommand({name, args}, subscriber)
    check(!response.error, `${name} ${args.join(' ')}: ? ${response.content}`)
    return response.content
  }

  /** Brings the engine to a game, as Sabaki does before each command. */
  async sync(game) {
    await this.tracker.sync(game)
  }

  /** Analyzes until enough reports came. Ends the analysis by another command, as Sabaki does. */
  async analyze(name, color, wanted) {
    let reports = []
    let answer = new Promise((resolve, reject) => {
      let heard = ({line}) => {
        if (!line.startsWith('info ')) return
        reports.push(line)
        if (reports.length === wanted) resolve()
      }
      this.controller.sendCommand({name, args: [color, '5']}, heard).then(resolve, reject)
    })
    await answer
    await this.controller.sendCommand({name: 'protocol_version', args: []})
    check(reports.length >= wanted, `${name}: ${reports.length} reports`)
    for (let report of reports) {
      check(/^info move \S+ visits \d+ /.test(report) && / pv \S+/.test(report), report)
    }
  }

  /** Lets the engine play a move. Returns it with the number of reports before it. */
  async move(color) {
    let played = null
    let reports = 0
    await this.ask('lz-genmove_analyze', [color, '2'], ({line}) => {
      let match = line.trim().match(/^play\s+(.*)$/)
      if (match) played = match[1]
      if (line.startsWith('info ')) reports += 1
    })
    check(played !== null, 'lz-genmove_analyze told no move')
    return {played, reports}
  }
}

async function session(rules, options) {
  let size = Number(options.size)
  let path = options.engine ?? join(RELEASE, 'halfpoint')
  let args = ['--rules', rules, '--seed', '1', '--playouts', options.playouts]
  let client = new Client(path, args, options.verbose)
  for (let name of ['name', 'version', 'protocol_version', 'list_commands']) await client.ask(name)
  for (let name of ['lz-analyze', 'kata-analyze', 'lz-genmove_analyze', 'loadsgf']) {
    check(await client.tracker.knowsCommand(name), `${name} is not known`)
  }
  let game = {komi: 6.5, boardsize: [size, size], history: []}
  await client.sync(game)
  for (let name of ['lz-analyze', 'kata-analyze']) await client.analyze(name, 'B', 3)

  let passes = 0
  let reports = 0
  let resigned = 0
  while (passes < 2 && game.history.length < 3 * size * size) {
    let color = game.history.length % 2 === 0 ? 'B' : 'W'
    await client.sync(game)
    let move = await client.move(color)
    reports += move.reports
    if (/^resign$/i.test(move.played)) {
      resigned = 1
      break
    }
    passes = /^pass$/i.test(move.played) ? passes + 1 : 0
    game.history.push({name: 'play', args: [color, move.played.toUpperCase()]})
    if (game.history.length % 10 === 0) {
      // A person may look at an earlier position and come back.
      let earlier = {...game, history: game.history.slice(0, -3)}
      await client.sync(earlier)
      await client.analyze('lz-analyze', 'W', 2)
      await client.sync(game)
    }
  }
  let state = JSON.parse(await client.ask('halfpoint-state'))
  let made = game.history.length + resigned
  check(state.moves === made, `${state.moves} moves, not ${made}`)
  check(state.rules === rules, `rules ${state.rules}`)
  let score = await client.ask('final_score')
  check(/^(0|[BW]\+(\d+(\.5)?|R))$/.test(score), `final_score ${score}`)
  for (let status of ['dead', 'alive', 'seki']) await client.ask('final_status_list', [status])
  await client.controller.stop()
  console.log(
    `${rules}: ${game.history.length} moves, ${reports} reports, ${client.commands} commands, ${score}`
  )
}

let {values} = parseArgs({
  options: {
    rules: {type: 'string', multiple: true, default: ['chinese', 'two_button']},
    size: {type: 'string', default: '7'},
    playouts: {type: 'string', default: '300'},
    engine: {type: 'string'},
    verbose: {type: 'boolean', default: false},
    help: {type: 'boolean', default: false}
  }
})
if (values.help) {
  console.log(USAGE)
} else {
  try {
    for (let rules of values.rules) await session(rules, values)
  } catch (error) {
    console.error(`sabaki-session: ${error instanceof Failure ? error.message : error.stack}`)
    process.exit(1)
  }
}
