import assert from 'node:assert/strict'
import {test} from 'node:test'
import {headline} from '../../crates/board/src/assets/headline.js'
import {Tree} from '../../crates/board/src/assets/tree.js'

/** Returns the headline of a position. */
function words(view, {node = {}, counted, isSettled = false} = {}) {
  const shown = {over: null, toMove: 'white', agrees: true, lastMove: {color: 'black', move: 'C3', deed: null}, ...view}
  const {root} = new Tree({rules: 'button', width: 5, height: 5, komi: 0})
  return headline(shown, Object.assign(root, node), counted, isSettled)
}

test('the headline says whose move it is, and what a token move did', () => {
  assert.equal(words({}), 'White to move')
  assert.equal(words({lastMove: null}), 'White to move')
  assert.equal(words({lastMove: {color: 'black', move: 'button', deed: 'took the button'}}), 'Black took the button. White to move')
  assert.equal(words({}, {node: {playsOn: true}}), 'Play goes on. White to move')
  assert.equal(words({}, {node: {playsOn: true, wasHandedOn: true}}), 'Play goes on. Black passed once more. White to move')
})

test('an end by passes waits for its count and for both players', () => {
  const passed = {over: 'passes', lastMove: {color: 'black', move: 'pass', deed: 'passed'}}
  assert.equal(words(passed), 'Both passed. The board is being counted …')
  assert.equal(words(passed, {counted: 'B+3'}), 'Both passed. Count so far: B+3 — check the dead stones, then agree')
  assert.equal(words(passed, {counted: '0', isSettled: true}), 'The game is over — a draw — agreed by both')
  assert.equal(words({...passed, agrees: false}, {counted: 'W+0.5'}), 'The game is over — W+0.5')
})

test('other ends have their result without a count', () => {
  assert.equal(words({over: 'resign'}), 'The game is over by resignation — White wins')
  assert.equal(words({over: 'time'}, {node: {ended: 'B+T'}, counted: 'W+3'}), 'The game is over on time — Black wins')
  assert.equal(words({over: 'time'}, {node: {ended: 'W+T'}, counted: 'B+3'}), 'The game is over on time — White wins')
  assert.equal(words({over: 'agreed draw'}, {node: {ended: 'draw'}, counted: 'W+3'}), 'Drawn by agreement')
})
