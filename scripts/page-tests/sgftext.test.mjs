import assert from 'node:assert/strict'
import {test} from 'node:test'
import {partsOf, textOf, valueOf} from '../../crates/board/src/assets/sgftext.js'

test('a text that was written is the same text', () => {
  for (const text of ['', 'plain', 'a]b', 'back\\slash', 'aa:bb', ' two\nlines ']) assert.equal(textOf(valueOf(text)), text)
  assert.equal(textOf('one \\\nline'), 'one line', 'an escaped line break is none')
})

test('a label has a point and a text', () => {
  assert.deepEqual(partsOf('aa:one'), {first: 'aa', second: 'one'})
  assert.deepEqual(partsOf('aa:o\\:ne'), {first: 'aa', second: 'o:ne'})
  assert.deepEqual(partsOf('aa'), {first: 'aa', second: ''})
})
