import assert from 'node:assert/strict'
import {test} from 'node:test'

// The module looks at the address of its page when it is loaded.
globalThis.location = {hash: '', pathname: '/'}
globalThis.window = {addEventListener() {}}
const {fragment, gameOfFragment} = await import('../../crates/board/src/assets/address.js')

test('an address gives back the game that was written to it', () => {
  const game = {rules: '{"ko":"SITUATIONAL"}', width: 5, height: 5, komi: 0.5, moves: [['B', 'C3'], ['W', 'propose A1 B2']]}
  const text = fragment(game)
  assert.match(text, /^#[\w%.!~*'()-]+$/)
  assert.deepEqual(gameOfFragment(text.slice(1)), game)
  const {moves: _, ...none} = game
  assert.deepEqual(gameOfFragment(fragment(none).slice(1)), none, 'a game without moves')
})

test('what is no game with moves is none', () => {
  const of = value => gameOfFragment(encodeURIComponent(JSON.stringify(value)))
  for (const text of ['', '%', 'key=1', '%7B']) assert.equal(gameOfFragment(text), null, text)
  for (const moves of [null, {}, 'B', ['B'], [['B']], [['B', 'C3', 'D3']], [['B', 3]], [null]]) {
    assert.equal(of({rules: 'button', moves}), null, JSON.stringify(moves))
  }
  assert.equal(of(null), null)
})
