import assert from 'node:assert/strict'
import {test} from 'node:test'
import {amount, plain, pointsWord, resultShort, resultWords, worth} from '../../crates/board/src/assets/words.js'

test('half-points are said as people say them', () => {
  const cases = [[0, '0'], [0.5, '½'], [1, '1'], [6.5, '6½'], [-1.5, '−1½'], [2.3, '2.3'], [-0.5, '−½']]
  for (const [points, text] of cases) assert.equal(amount(points), text)
  assert.equal(pointsWord(0.5), 'half a point')
  assert.equal(pointsWord(1), '1 point')
  assert.equal(pointsWord(1.5), '1½ points')
})

test('results are sentences', () => {
  const cases = [['W+0.5', 'White wins by half a point', 'White ½'], ['B+12', 'Black wins by 12 points', 'Black 12'], ['0', 'A draw', 'draw'], ['B+R', 'Black wins by resignation', 'Black wins'], ['W+T', 'White wins on time', 'White wins'], ['Void', 'Void', 'Void']]
  for (const [result, words, short] of cases) {
    assert.equal(resultWords(result), words)
    assert.equal(resultShort(result), short)
  }
})

test('sentences of the server are said in the words of the page', () => {
  assert.equal(plain('Black has 4, White has 3.5: B+0.5.'), 'Black has 4, White has 3½: Black by ½.')
  assert.equal(plain('B+1 instead of 0. 1 point to Black'), 'Black by 1 instead of a draw. 1 point to Black')
  assert.equal(plain('10.5 and 0.25'), '10½ and 0.25')
})

test('a token move says first what it costs its player', () => {
  const view = toMove => ({toMove, agrees: true, proposal: null, things: {buttons: [], halfPassZone: null, bowls: null}})
  const token = {gain: {black: 1, white: 0.5}, deed: 'hands over a stone and gets a button', answer: null, ends: null}
  assert.deepEqual(worth(token, view('white')), {net: 'costs you half a point', parts: 'hands over a stone and gets a button', isCost: true})
  assert.equal(worth(token, view('black')).net, 'gains you half a point')
  assert.equal(worth({...token, gain: {black: 0, white: 0}, ends: 'passes'}, view('black')).parts, 'hands over a stone and gets a button, ends the game')
  assert.match(worth({...token, ends: 'passes'}, {...view('black'), agrees: false}).parts, /all stones on the board count as alive$/)
  assert.equal(worth({...token, gain: {black: -1, white: 0}}, {...view('black'), things: {bowls: {}}}).net, 'costs you 1 prisoner')
})
