import assert from 'node:assert/strict'
import {test} from 'node:test'
import {deedWords, turnWords} from '../../crates/board/src/assets/headline.js'

const FACTS = {isSettingUp: false, isPerson: true, isAlone: false, isThinking: false, isWaiting: false, called: 'White', isSettled: false, last: null}
const turn = (view, facts) => turnWords({over: null, toMove: 'white', agrees: true, lastMove: null, ...view}, {...FACTS, ...facts})

test('the line says whose turn it is', () => {
  assert.equal(turn({}), 'White to move')
  assert.equal(turn({}, {isAlone: true}), 'Your turn, White')
  const called = 'White (engine, level 8)'
  assert.equal(turn({}, {isPerson: false, isThinking: true, called}), 'White (engine, level 8) is thinking …')
  assert.equal(turn({}, {isPerson: false, isWaiting: true, called}), 'White (engine, level 8) waits: press Pause to go on')
  assert.equal(turn({moves: 3}, {last: 12}), 'Looking at move 3 of 12: White to move')
  assert.equal(turn({}, {isSettingUp: true}), 'Set up a position, then press Done')
})

test('an end by passes is one when both have agreed', () => {
  const passed = {over: 'passes', lastMove: {color: 'black', move: 'pass', deed: 'passed'}}
  assert.equal(turn(passed), 'Both have passed')
  assert.equal(turn(passed, {isSettled: true}), 'The game is over')
  assert.equal(turn({...passed, agrees: false}), 'The game is over')
  assert.equal(turn({...passed, lastMove: {color: 'black', move: 'button', deed: 'took the button'}}), 'Play has ended')
  assert.equal(turn({over: 'resign'}), 'The game is over by resignation')
})

test('the last token move is told', () => {
  const lastMove = {color: 'black', move: 'button', deed: 'took the button'}
  assert.equal(deedWords({lastMove}, {}), 'Black took the button.')
  assert.equal(deedWords({lastMove: {...lastMove, deed: null}}, {}), '')
  assert.equal(deedWords({lastMove}, {playsOn: true, wasHandedOn: true}), 'Play goes on. Black passed once more.')
})
