#!/usr/bin/env node
// Usage: scripts/lizgoban-session.mjs DIR [PROGRAM [ARGUMENT...]]
//
// Runs LizGoban's own engine code (src/engine.js of a checkout of github.com/kaorahi/lizgoban in DIR, last tried at
// cb69c0ac) under Node.js with the engine (target/release/halfpoint by default): its trials of commands, a position with
// setup stones and captures, an analysis with all it asks for, a region, moves, and a move that is cancelled. Ends with
// status 1 at the first thing that is not as it should be.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const [dir, program = 'target/release/halfpoint', ...rest] = process.argv.slice(2)
const require = createRequire(resolve(dir, 'src/engine.js'))
const { globalize } = require('./globalize.js')
globalize(require('./util.js'), require('./coord.js'))
set_board_size(9)
const engine = require('./engine.js').create_leelaz()

let reports = []
let ready = false
engine.start({
  leelaz_command: resolve(program),
  leelaz_args: rest,
  analyze_interval_centisec: 20,
  wait_for_startup: false,
  minimum_suggested_moves: 30,
  ready_handler: () => { ready = true },
  suggest_handler: report => reports.push(report),
  restart_handler: () => assert.fail('the engine ended'),
  error_handler: () => assert.fail('the engine failed'),
  illegal_handler: move => assert.fail(`illegal: ${JSON.stringify(move)}`),
  command_failure_handler: (command, info) => assert.fail(`${command}: ${info}`),
})

async function until(what, done) {
  for (let tries = 0; tries < 1200; tries++) {
    if (done()) return
    await new Promise(wake => setTimeout(wake, 50))
  }
  assert.fail(`no ${what}`)
}

await until('start', () => ready && engine.is_ready() && engine.is_supported('kata-search_cancellable'))
for (const feature of ['kata-analyze', 'kata-set-rules', 'set_free_handicap', 'set_position', 'minmoves', 'kata-raw-nn', 'pvVisits',
  'pvEdgeVisits', 'ownershipStdev', 'movesOwnership', 'rootInfo', 'allow', 'clear_cache', 'kata-search_cancellable']) {
  assert(engine.is_supported(feature), feature)
}
engine.set_pondering(true)
const stone = (move, is_black) => ({ move, is_black })
const history = [stone('E5', true), stone('E6', true), stone('D6', false), stone('F6', false), stone('C3', true), stone('G7', false)]
const settings = {
  bturn: true, komi: 6.5, gorule: 'japanese', handicaps: 0, init_len: 4, ownership_p: true,
  humansl_scan_profiles: [], analysis_after_raw_nn_p: true, avoid_resign_p: false,
}
engine.set_board(history, settings)
await until('analysis', () => reports.length > 3)
const report = reports.at(-1)
assert.equal(report.ownership.length, 81)
assert.equal(report.ownership_stdev.length, 81)
assert.equal(report.root_visits >= report.suggest[0].visits, true)
for (const move of report.suggest) {
  assert.equal(move.movesOwnership.length, 81)
  assert.equal(move.pvVisits.length, move.pv.length)
  assert.equal(move.pvEdgeVisits[0], move.visits)
  assert(move.prior >= 0 && move.prior <= 1 && move.winrate >= 0 && move.winrate <= 100)
}

// The region is the upper left corner, rows and columns from 0.
engine.update_analysis_region([[0, 3], [0, 3]])
reports = []
await until('analysis of a region', () => reports.length > 3)
assert(reports.at(-1).suggest.every(({ move }) => /^[A-D][6-9]$/.test(move)))
engine.update_analysis_region(null)

const moved = await new Promise(done => engine.genmove_analyze(0.5, (_, move) => done(move)))
assert.match(moved, /^([A-HJ][1-9]|pass|resign)$/)
assert.match(await new Promise(done => engine.genmove(0.5, (_, move) => done(move))), /^([A-HJ][1-9]|pass|resign)$/)

// The search for a move would take a minute; the next position cancels it.
let answered = false
engine.genmove_analyze(60, () => { answered = true })
await new Promise(wake => setTimeout(wake, 500))
reports = []
engine.set_board([...history, stone('D4', true)], { ...settings, bturn: false })
const begin = Date.now()
await until('analysis after a cancelled search', () => reports.length > 0)
const waited = Date.now() - begin
assert(waited < 30000 && !answered)
const value = await new Promise(done => engine.peek_value('C4', done))
assert(value >= 0 && value <= 1)
engine.kill()
console.log(`LizGoban's engine code: analysis of ${report.suggest.length} moves with ${report.root_visits} visits, a region, ` +
  `moves, ${waited} ms from a cancelled move to the next analysis`)
process.exit(0)
