import assert from 'node:assert/strict'
import {test} from 'node:test'
import {costliest, judged, lossClass, sumOf} from '../../crates/board/src/assets/losses.js'

const value = (score, winRate = 0.5) => ({score, winRate, basis: 'searched'})
const position = (move, score, best, line = []) => ({move, value: value(score), found: best ? {move: best, token: null, line: [best, ...line]} : null})
const moveOf = ({move}) => move
/** A game in which Black's second stone costs 12 points, and White's pass 1½. */
const GAME = [
  position(null, 2, 'C3'),
  position(['B', 'C3'], 2, 'D4'),
  position(['W', 'pass'], 3.5, 'B2', ['D2']),
  position(['B', 'A1'], -8.5, 'B2'),
]

test('a move loses what the best one is worth more, and the best one nothing', () => {
  const moves = judged(GAME, moveOf)
  assert.deepEqual(moves.map(({loss}) => loss), [0, 1.5, 12])
  assert.deepEqual(moves.map(({better}) => better), [null, 'D4', 'B2'])
  assert.deepEqual(moves.map(({isToken}) => isToken), [false, true, false])
  assert.deepEqual(moves[2].line, ['B2', 'D2'])
})

test('the costliest moves come first, and trifles are none', () => {
  assert.deepEqual(costliest(judged(GAME, moveOf)).map(({number}) => number), [3, 2])
  assert.deepEqual(sumOf(judged(GAME, moveOf), 'black'), {moves: 2, all: 12, mean: 6, mistakes: 1})
})

test('where points are not known the chance is compared', () => {
  const [move] = judged([{...position(null, null, 'C3'), value: value(null, 0.75)}, {...position(['B', 'A1'], null), value: value(null, 0.5)}], moveOf)
  assert.equal(move.loss, null)
  assert.equal(move.chance, 0.25)
  assert.equal(costliest([move]).length, 1)
})

test('positions without a value are left out', () => {
  assert.deepEqual(judged([position(null, 1, 'C3'), {move: ['B', 'C3'], value: null, found: null}, position(['W', 'D4'], 0)], moveOf), [])
})

test('losses have classes', () => {
  assert.deepEqual([0, 0.5, 2, 5, 12, null].map(lossClass), ['loss-0', 'loss-1', 'loss-2', 'loss-3', 'loss-4', 'loss-1'])
})

test('a token of other rules is the plain pass that it stands for', () => {
  const [move] = judged([position(null, 1, 'pass'), position(['B', 'fullpass'], 0)], () => ['B', 'pass'])
  assert.deepEqual([move.loss, move.better, move.isToken], [0, null, true])
})
