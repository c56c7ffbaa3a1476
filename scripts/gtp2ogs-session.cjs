#!/usr/bin/env node
// Usage: scripts/gtp2ogs-session.cjs DIR [PROGRAM [ARGUMENT...]]
//
// Runs the engine code of OGS's bridge (src/Bot.ts and src/PvOutputParser.ts of a checkout of
// github.com/online-go/gtp2ogs in DIR, last tried at acb369e5) under Node.js with the engine
// (target/release/halfpoint --ogs-chat by default): a game with each time system, and the chat. The packages
// typescript, split2 and eventemitter3 must be found from the current folder. The bridge's connection, its
// configuration, and its package goban-engine (coordinates alone) are replaced. Ends with status 1 at the first thing
// that is not as it should be.

const assert = require('node:assert/strict')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')

const [dir, program = 'target/release/halfpoint', ...rest] = process.argv.slice(2)
const here = Module.createRequire(path.join(process.cwd(), 'x.js'))
const typescript = here('typescript')
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const lines = []
const log = (...words) => lines.push(words.join(' '))
const fail = (...words) => assert.fail(words.join(' '))
const replaced = {
  'goban-engine': {
    decodeMoves: moves => moves.map(([x, y]) => ({ x, y })),
    num2char: number => number < 0 ? '.' : LETTERS[number],
    char2num: letter => LETTERS.indexOf(letter),
  },
  './config': { config: {} },
  './trace': { trace: { log, info: log, trace: log, debug: log, warn: fail, error: fail } },
  './socket': { socket: { clock_drift: 0 } },
  './util': { ignore_promise: promise => promise.catch(error => assert.fail(String(error))) },
  split2: here('split2'),
  eventemitter3: here('eventemitter3'),
}
const load = Module._load
Module._load = (name, ...others) => replaced[name] ?? load(name, ...others)
require.extensions['.ts'] = (module, file) => {
  const options = { compilerOptions: { module: 'commonjs', target: 'es2022' } }
  module._compile(typescript.transpileModule(fs.readFileSync(file, 'utf8'), options).outputText, file)
}
const { Bot } = require(path.resolve(dir, 'src/Bot.ts'))

/** Time systems of OGS, the state of their clocks, and the command that the bridge must send. */
const SYSTEMS = [
  [{ system: 'fischer', initial_time: 60, time_increment: 2, max_time: 120 }, { thinking_time: 55 }, 'kata-time_settings fischer-capped 60 2 120 -1'],
  [{ system: 'byoyomi', main_time: 10, period_time: 2, periods: 3 }, { thinking_time: 0, periods: 2, period_time: 2 }, 'kgs-time_settings byoyomi 10 2 3'],
  [{ system: 'canadian', main_time: 10, period_time: 20, stones_per_period: 10 }, { thinking_time: 0, block_time: 15, moves_left: 5 },
    'kgs-time_settings canadian 10 20 10'],
  [{ system: 'simple', per_move: 1 }, {}, 'time_settings 0 1 1'],
  [{ system: 'absolute', total_time: 60 }, { thinking_time: 30 }, 'time_settings 60 0 0'],
]

async function main() {
  const command = [path.resolve(program), ...(rest.length > 0 ? rest : ['--ogs-chat'])]
  const bot = new Bot({ command, manager: 'pool', enable_clock: true, send_chats: true, quit_grace_period: 3000 })
  await bot.ready
  const chat = []
  const game = { processing: true, state: {}, sendChat: (message, _, channel) => chat.push([message, channel]) }
  bot.setGame(game)
  bot.on('chat', (message, channel) => chat.push([message, channel]))
  for (const [time_control, time, sent] of SYSTEMS) {
    const clock = { current_player: 2, black_player_id: 1, white_player_id: 2, last_move: Date.now(), black_time: time, white_time: time }
    game.state = {
      game_id: 1, width: 9, height: 9, komi: 6.5, initial_player: 'black', handicap: 2, free_handicap_placement: true,
      moves: [[2, 2], [6, 6]], time_control, clock,
    }
    await bot.loadState(game.state)
    const [move] = await bot.getMoves('genmove white', game.state)
    assert(!bot.failed && !bot.dead, time_control.system)
    assert(move.pass || move.resign || (move.x >= 0 && move.y >= 0), JSON.stringify(move))
    assert(lines.some(line => line.endsWith(`>>> ${sent}`)), `${sent} was not sent`)
  }
  await new Promise(wake => setTimeout(wake, 300))
  for (const [message, channel] of chat) {
    assert.equal(channel, 'malkovich')
    assert.equal(message.type, 'analysis')
    assert.match(message.moves, /^([a-s.]{2})+$/)
  }
  assert.equal(chat.length, SYSTEMS.length)
  bot.kill()
  await new Promise(wake => setTimeout(wake, 500))
  console.log(`the code of OGS's bridge: a move with each of ${SYSTEMS.length} time systems, none refused; chat: ${chat[0][0].name}`)
  process.exit(0)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
