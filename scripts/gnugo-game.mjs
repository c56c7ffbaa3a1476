#!/usr/bin/env node
// Plays games between halfpoint and GNU Go through @sabaki/gtp, the client library of Sabaki. See
// `--help`.

import {execFileSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {delimiter, dirname, join, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import {parseArgs} from 'node:util'
import gtp from '@sabaki/gtp'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const RULES = readRules(new URL('gnugo-rules.tsv', import.meta.url))

const RELEASE = execFileSync(join(ROOT, 'scripts/release-dir'), {encoding: 'utf8'}).trim()

const DEFAULT_ENGINE =
  '{program} gtp --net none --seed {seed} --playouts {playouts} --threads 1'

const USAGE = `Usage: gnugo-game.mjs [options]

Plays whole games between halfpoint and GNU Go, prints them, and compares the
final scores. The exit status is 0 when everything was right.

  --rules NAME      our rule set (default chinese), one of${wrap(Object.keys(RULES), 20)}
  --size N          board size, 2 to 19 (default 9)
  --komi K          komi (default: the usual one of the rule set)
  --color C         our colour: black, white or alternate (default black)
  --games N         number of games (default 1)
  --until-scored    stop after the first game that ends by passes; it is an
                    error if none of the games does (a resigned game has no
                    score to compare)
  --seed S          seed of both engines, one more for each game (default 1)
  --playouts N      our playouts a move (default 1000)
  --level N         level of GNU Go, 0 to 10 (default 1)
  --engine COMMAND  our engine, run in the repository's folder; {program}
                    (that of the release build), {seed} and {playouts} are
                    filled in, double quotes hold words together (default:${wrap(DEFAULT_ENGINE.split(' '), 20)})
  --gnugo PATH      the program gnugo (default: from PATH or /usr/games)
  --timeout S       seconds that an engine has for one answer (default 120)
  --verbose         print all that goes over the wire
  --help            print this text

Under area rule sets our final score must equal GNU Go's; under button and
button_equivalence it must differ by ½. A mismatch, an error answer, a move
that is no move, a game of more than 3 moves a point and an answer that does
not come are failures.
`

/** Reads the rule sets that GNU Go can play with us, by name. */
function readRules(file) {
  let rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split('\t'))
  return Object.fromEntries(
    rows.map(([name, komi, differs, gnugo]) => [
      name,
      {
        komi: Number(komi),
        differs: differs === '-' ? null : Number(differs),
        gnugo: gnugo.split(' ')
      }
    ])
  )
}

/** Wraps words into lines below a line of the usage text. */
function wrap(words, indent) {
  let lines = ['']
  for (let word of words) {
    let last = lines[lines.length - 1]
    if (last.length + word.length + 1 > 78 - indent) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return ['', ...lines].join('\n' + ' '.repeat(indent))
}

/** Error in the options. It is printed without a stack. */
class UsageError extends Error {}

/** Failure of a game. It is printed without a stack. */
class GameError extends Error {}

function readOptions() {
  let values
  try {
    values = parseArgs({
      strict: true,
      options: {
        rules: {type: 'string', default: 'chinese'},
        size: {type: 'string', default: '9'},
        komi: {type: 'string'},
        color: {type: 'string', default: 'black'},
        games: {type: 'string', default: '1'},
        'until-scored': {type: 'boolean', default: false},
        seed: {type: 'string', default: '1'},
        playouts: {type: 'string', default: '1000'},
        level: {type: 'string', default: '1'},
        engine: {type: 'string', default: DEFAULT_ENGINE},
        gnugo: {type: 'string'},
        timeout: {type: 'string', default: '120'},
        verbose: {type: 'boolean', default: false},
        help: {type: 'boolean', default: false}
      }
    }).values
  } catch (err) {
    throw new UsageError(err.message)
  }

  let whole = (name, min, max) => {
    let text = values[name]
    let n = Number(text)
    if (!/^\d+$/.test(text) || n < min || n > max) {
      throw new UsageError(
        `--${name} must be a whole number from ${min} to ${max}, not '${text}'`
      )
    }
    return n
  }
  let oneOf = (name, choices) => {
    if (!choices.includes(values[name])) {
      throw new UsageError(
        `--${name} must be one of ${choices.join(', ')}, not '${values[name]}'`
      )
    }
    return values[name]
  }

  let rules = oneOf('rules', Object.keys(RULES))
  let komi = values.komi === undefined ? RULES[rules].komi : Number(values.komi)
  if (!Number.isInteger(komi * 2)) {
    throw new UsageError(`--komi must be a multiple of ½, not '${values.komi}'`)
  }

  return {
    rules,
    komi,
    size: whole('size', 2, 19),
    color: oneOf('color', ['black', 'white', 'alternate']),
    games: whole('games', 1, 1e6),
    untilScored: values['until-scored'],
    // GNU Go reads its seed as a signed 32-bit number, and 0 as "from the clock".
    seed: whole('seed', 1, 2 ** 31 - 1 - 1e6),
    playouts: whole('playouts', 1, 1e9),
    level: whole('level', 0, 10),
    engine: values.engine,
    gnugo: values.gnugo === undefined ? findGnuGo() : absolute(values.gnugo),
    timeout: whole('timeout', 1, 86400),
    verbose: values.verbose,
    help: values.help
  }
}

/** Returns the path of GNU Go: from PATH, else from the folder in which Debian installs it. */
function findGnuGo() {
  let folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/games']
  return (
    folders
      .filter(folder => folder !== '')
      .map(folder => join(folder, 'gnugo'))
      .find(existsSync) ?? 'gnugo'
  )
}

/** Resolves a path from the current folder; a bare name is left to PATH. */
function absolute(path) {
  return path.includes('/') ? resolve(path) : path
}

/** Splits a command line into words; double quotes hold words together. */
function splitCommand(line) {
  let words = line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []
  if (words.length === 0) throw new UsageError('--engine is empty')
  return words.map(word => word.replaceAll('"', ''))
}

// Engines that still run. They are ended with this program, however it ends.
const running = new Set()
process.on('exit', () => running.forEach(child => child.kill('SIGKILL')))
for (let [signal, status] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) {
  process.on(signal, () => process.exit(status))
}

/** Engine that the controller of @sabaki/gtp runs. */
class Player {
  constructor(label, [path, ...args], options) {
    this.label = label
    this.timeout = options.timeout * 1000
    this.controller = new gtp.Controller(path, args, {cwd: ROOT})
    this.controller.on('stderr', ({content}) => {
      console.error(`[${label}] ${content}`)
    })
    if (options.verbose) {
      this.controller.on('command-sent', ({command}) => {
        console.error(`[${label}] < ${gtp.Command.toString(command)}`)
      })
      this.controller.on('response-received', ({response}) => {
        console.error(`[${label}] > ${gtp.Response.toString(response)}`)
      })
    }

    this.controller.start()
    let child = this.controller.process
    running.add(child)
    child.once('exit', () => running.delete(child))
    // The controller does not handle these errors, so they would end this program with a stack
    // instead of a reason. A closed stdin also shows as a missing answer.
    child.stdin.on('error', () => {})
    this.failed = new Promise((_, reject) => {
      child.once('error', err => {
        running.delete(child)
        reject(new GameError(`${label}: cannot start ${path}: ${err.message}`))
      })
    })
    this.failed.catch(() => {})
  }

  /** Sends a command and returns the text of the answer. */
  async send(name, ...args) {
    // The controller would start a dead engine anew, in the middle of a game.
    if (this.controller.process == null) {
      throw new GameError(`${this.label}: ended before '${name}'`)
    }
    let timer
    let late = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new GameError(`${this.label}: no answer to '${name}'`)),
        this.timeout
      )
    })
    try {
      let answer = this.controller.sendCommand({name, args: args.map(String)})
      let response = await Promise.race([answer, late, this.failed])
      if (response.error) {
        let command = [name, ...args].join(' ')
        throw new GameError(
          `${this.label}: error answer to '${command}': ${response.content}`
        )
      }
      return response.content
    } catch (err) {
      if (err instanceof GameError) throw err
      throw new GameError(`${this.label}: '${name}': ${err.message}`)
    } finally {
      clearTimeout(timer)
    }
  }

  async knows(name) {
    return (await this.send('known_command', name)) === 'true'
  }

  /** Returns the answer, or null if the engine does not know the command. */
  async sendIfKnown(name, ...args) {
    return (await this.knows(name)) ? await this.send(name, ...args) : null
  }

  /** Quits the engine, and kills it if it does not end within 3 seconds. */
  async stop() {
    let child = this.controller.process
    if (child == null || child.pid === undefined) return
    let kill = setTimeout(() => child.kill('SIGKILL'), 5000)
    await this.controller.stop(3000)
    clearTimeout(kill)
  }
}

/** Returns a result in points for Black, or null if it has no points. */
function margin(result) {
  if (result === '0') return 0
  let match = /^([BW])\+(\d+(?:\.\d+)?)$/.exec(result)
  return match && (match[1] === 'B' ? 1 : -1) * Number(match[2])
}

/** Throws unless the text is a move that every client knows. */
function checkMove(player, move, size) {
  if (/^(pass|resign)$/i.test(move)) return
  let match = /^([A-HJ-T])([1-9]\d?)$/i.exec(move)
  if (match) {
    let column = 'ABCDEFGHJKLMNOPQRST'.indexOf(match[1].toUpperCase())
    if (column < size && Number(match[2]) <= size) return
  }
  throw new GameError(`${player.label}: '${move}' is no move`)
}

/** Plays a game by genmove and play. Returns its moves and the side that resigned, if any. */
async function playMoves(players, size) {
  let moves = []
  let passes = 0
  let limit = 3 * size * size
  try {
    while (passes < 2) {
      if (moves.length >= limit) {
        throw new GameError(`the game is not over after ${limit} moves`)
      }
      let color = moves.length % 2 === 0 ? 'black' : 'white'
      let other = color === 'black' ? 'white' : 'black'
      let move = await players[color].send('genmove', color)
      checkMove(players[color], move, size)
      moves.push(move.toLowerCase() === 'pass' ? 'pass' : move)
      if (/^resign$/i.test(move)) return {moves, resigned: color}
      await players[other].send('play', color, move)
      // Every client ends a game after two passes in a row, whatever a pass means under our rules:
      // under `button` the first one takes the button.
      passes = /^pass$/i.test(move) ? passes + 1 : 0
    }
    return {moves, resigned: null}
  } finally {
    console.log(formatMoves(moves))
  }
}

function formatMoves(moves) {
  let lines = []
  for (let i = 0; i < moves.length; i += 10) {
    let row = moves.slice(i, i + 10).map(move => move.padEnd(6)).join(' ')
    lines.push(`${String(i + 1).padStart(4)}  ${row.trimEnd()}`)
  }
  return lines.join('\n')
}

/** Plays one game. Returns whether it ended by passes. */
async function playGame(index, options) {
  let {rules, komi, size, level} = options
  let seed = options.seed + index
  let ourColor =
    options.color === 'alternate'
      ? ['black', 'white'][index % 2]
      : options.color
  let started = []
  let start = (label, command) => {
    let player = new Player(label, command, options)
    started.push(player)
    return player
  }

  try {
    let fill = word =>
      word
        .replaceAll('{program}', join(RELEASE, 'halfpoint'))
        .replaceAll('{seed}', seed)
        .replaceAll('{playouts}', options.playouts)
    let ours = start('halfpoint', splitCommand(options.engine).map(fill))
    let gnugo = start('gnugo', [
      options.gnugo,
      ...['--mode', 'gtp', '--level', String(level), '--seed', String(seed)],
      // Only a game that ended by passes has a score to compare.
      '--never-resign',
      ...RULES[rules].gnugo
    ])
    let players =
      ourColor === 'black'
        ? {black: ours, white: gnugo}
        : {black: gnugo, white: ours}

    let title = async player =>
      `${await player.send('name')} ${await player.send('version')}`
    console.log(`Black: ${await title(players.black)}`)
    console.log(`White: ${await title(players.white)}`)
    console.log(`${size}x${size}, komi ${komi}, rules ${rules}, seed ${seed}`)

    for (let player of [ours, gnugo]) {
      await player.send('boardsize', size)
      await player.send('clear_board')
      await player.send('komi', komi)
    }
    if ((await ours.sendIfKnown('kgs-rules', rules)) == null) {
      console.log('halfpoint: does not know kgs-rules; plays by its own rules')
    }

    let {moves, resigned} = await playMoves(players, size)
    if (resigned !== null) {
      console.log(`${resigned} resigned after ${moves.length - 1} moves`)
    } else {
      let result = {
        ours: await ours.send('final_score'),
        gnugo: await gnugo.send('final_score')
      }
      console.log(`final_score of halfpoint: ${result.ours}`)
      console.log(`final_score of gnugo:     ${result.gnugo}`)
      try {
        compareScores(result, rules)
      } catch (err) {
        for (let player of [ours, gnugo]) {
          let board = (await player.sendIfKnown('showboard')) ?? '(no diagram)'
          console.log(`\n${player.label}:\n${board}`)
          let dead = await player.sendIfKnown('final_status_list', 'dead')
          if (dead !== null) console.log(`dead: ${dead.replace(/\s+/g, ' ')}`)
        }
        console.log()
        throw err
      }
    }

    for (let command of [
      ['halfpoint-state'],
      ['halfpoint-score', 'all'],
      ['printsgf']
    ]) {
      let answer = await ours.sendIfKnown(...command)
      if (answer !== null) console.log(`${command.join(' ')}:\n${answer}`)
    }
    return resigned === null
  } finally {
    await Promise.all(started.map(player => player.stop()))
  }
}

/** Throws if the two final scores do not fit together. */
function compareScores(result, rules) {
  let ours = margin(result.ours)
  let theirs = margin(result.gnugo)
  if (ours === null) {
    throw new GameError(`final_score '${result.ours}' is no score`)
  }
  if (theirs === null) {
    throw new GameError(`gnugo: final_score '${result.gnugo}' is no score`)
  }
  let {differs} = RULES[rules]
  if (differs === null) return
  if (Math.abs(ours - theirs) !== differs) {
    let wanted = differs === 0 ? 'be equal' : `differ by ${differs}`
    throw new GameError(
      `final scores ${result.ours} and ${result.gnugo} should ${wanted}`
    )
  }
  console.log(
    differs === 0 ? 'the scores are equal' : `the scores differ by ${differs}`
  )
}

async function main() {
  let options = readOptions()
  if (options.help) {
    console.log(USAGE.trimEnd())
    return
  }
  let scored = 0
  for (let index = 0; index < options.games; index++) {
    if (index > 0) console.log()
    if (options.games > 1) console.log(`Game ${index + 1}`)
    if (await playGame(index, options)) scored++
    if (options.untilScored && scored > 0) return
  }
  if (options.untilScored) {
    throw new GameError('no game ended by passes: no scores were compared')
  }
}

try {
  await main()
} catch (err) {
  let known = err instanceof UsageError || err instanceof GameError
  console.error(`gnugo-game: ${known ? err.message : err.stack}`)
  if (err instanceof UsageError) console.error('Try --help.')
  process.exitCode = err instanceof UsageError ? 2 : 1
}
