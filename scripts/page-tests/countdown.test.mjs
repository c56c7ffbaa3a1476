import assert from 'node:assert/strict'
import {test} from 'node:test'
import {Turn, fieldsOf, formOf, shown, systemOf, words} from '../../crates/board/src/assets/countdown.js'

test('times have tenths in their last ten seconds, rounded up', () => {
  const cases = [[-1, '0.0'], [0, '0.0'], [0.01, '0.1'], [9.9, '9.9'], [9.91, '0:10'], [59.2, '1:00'], [60, '1:00'], [61, '1:01'], [3599.5, '1:00:00'], [3661, '1:01:01']]
  for (const [seconds, text] of cases) assert.equal(shown(seconds), text, String(seconds))
})

test('a clock goes from stage to stage', () => {
  const stages = [{seconds: 60, words: ''}, {seconds: 10, words: '2 periods'}, {seconds: 10, words: 'last period'}]
  const cases = [[0, '1:00'], [59.5, '0.5'], [60, '0:10, 2 periods'], [75, '5.0, last period'], [80, 'time is up'], [1e9, 'time is up']]
  for (const [seconds, text] of cases) assert.equal(words(stages, seconds), text, String(seconds))
  assert.equal(words([], 0), 'time is up')
})

test('time runs while it may, and no other time is counted', () => {
  const turn = new Turn({}, 'black', [], 500)
  assert.equal(turn.passed(9000), 500, 'it does not run yet')
  turn.run(true, 1000)
  turn.run(true, 2000)
  assert.equal(turn.passed(3000), 2500)
  turn.run(false, 4000)
  turn.run(false, 5000)
  assert.equal(turn.passed(9000), 3500)
  turn.run(true, 10000)
  assert.equal(turn.passed(10001), 3501)
})

test('the form of a time system gives the same words back', () => {
  const systems = ['absolute 60', 'byoyomi 60 10 3', 'canadian 60 30 5', 'fischer 60 5', 'fischer-capped 60 5 90 20']
  for (const system of systems) {
    const {name, values} = formOf(system)
    const value = field => values.find(one => one.field === field).value
    assert.equal(systemOf(name, value), system)
  }
  assert.equal(systemOf('none', () => 1), null)
  assert.deepEqual(formOf('move 30'), {name: 'canadian', values: [['time-main', '0'], ['time-period', '30'], ['time-count', '1']].map(([field, value]) => ({field, value}))})
  assert.deepEqual(formOf('sundial 3'), {name: 'sundial', values: []})
  assert.deepEqual(fieldsOf('none'), [])
})
