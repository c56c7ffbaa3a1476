import assert from 'node:assert/strict'
import {test} from 'node:test'
import {laidOut} from '../../crates/board/src/assets/movetree.js'
import {Tree} from '../../crates/board/src/assets/tree.js'

const START = {rules: 'button', width: 5, height: 5, komi: 0.5}
const [A, B, C, D] = [['B', 'C3'], ['W', 'D2'], ['W', 'B2'], ['B', 'pass']]
const clock = {system: 'absolute 60'}

/** Returns the tree of a game with a variation: A and B, or A, C and D, which is current. */
function branched() {
  const tree = new Tree({...START, moves: [A, B]})
  tree.back()
  for (const move of [C, D]) tree.add(move)
  return tree
}

const texts = nodes => nodes.map(node => node.move?.join(' ') ?? 'start')

test('a tree of a game is at its end and gives the same game back', () => {
  const game = {...START, setup: [['A1'], []], first: 'W', moves: [A, B], dead: ['C3'], ended: 'draw', clock}
  const tree = new Tree(game)
  assert.deepEqual(tree.game(), game)
  assert.deepEqual(texts(tree.line()), ['start', 'B C3', 'W D2'])
  assert.equal(tree.isHeld, false)
  assert.deepEqual(new Tree(START).game(), {...START, moves: []})
})

test('a move that is there already is gone to, not added again', () => {
  const tree = new Tree({...START, moves: [A, B]})
  const last = tree.current
  tree.back()
  tree.add([...B])
  assert.equal(tree.current, last)
  tree.back()
  tree.add(C)
  assert.deepEqual(texts(tree.current.parent.children), ['W D2', 'W B2'])
})

test('the way forward is the one that was gone last', () => {
  const tree = branched()
  assert.deepEqual(texts(tree.line()), ['start', 'B C3', 'W B2', 'B pass'])
  while (tree.back());
  assert.equal(tree.current, tree.root)
  assert.deepEqual(texts(tree.line()), ['start', 'B C3', 'W B2', 'B pass'])
  assert.equal(tree.forward(), true)
  tree.goTo(tree.current.children[0])
  assert.deepEqual(texts(tree.line()), ['start', 'B C3', 'W D2'])
  assert.equal(tree.forward(), false)
  assert.deepEqual(texts(tree.way()), ['B C3', 'W D2'])
})

test('a move is removed with what follows, and another branch becomes the way forward', () => {
  const tree = branched()
  tree.back()
  tree.remove()
  assert.deepEqual(texts(tree.current.children), ['W D2'])
  assert.deepEqual(texts(tree.line()), ['start', 'B C3', 'W D2'])
  while (tree.back());
  tree.remove()
  assert.equal(tree.current, tree.root, 'the start stays')
  assert.equal(tree.root.children.length, 1)
})

test('a clock holds from its node on until another one is noted', () => {
  const tree = new Tree({...START, clock, moves: [A]})
  const later = {system: clock.system, left: {black: [50, 0], white: [60, 0]}}
  tree.add(B)
  assert.deepEqual(tree.clock(), clock)
  tree.current.clock = later
  assert.deepEqual(tree.game().clock, later)
  assert.deepEqual(tree.record().nodes.map(node => node.left), [null, null, later.left])
  tree.back()
  assert.deepEqual(tree.clock(), clock)
  assert.equal(new Tree(START).clock(), null)
})

/** A record with a comment on its root, a variation with a property that no program knows, a position set up, and a move that is illegal. */
const RECORD = {
  game: {...START, moves: [A, B], clock},
  nodes: [
    {properties: [['GM', ['1']], ['C', ['one \\] two']]]},
    {parent: 0, move: A, left: {black: [50, 0], white: [60, 0]}, properties: [['B', ['cc']], ['XX', ['a', 'b']]]},
    {parent: 1, move: B, properties: [['W', ['dd']]]},
    {parent: 1, start: {setup: [['A1'], ['B1']], first: 'W'}, properties: [['AB', ['ae']], ['AW', ['be']], ['PL', ['W']]]},
    {parent: 3, move: C, properties: [['W', ['bd']]]},
    {parent: 4, problem: 'occupied', properties: [['B', ['bd']]]},
  ],
  end: 2, players: {black: null, white: null}, result: null, warnings: [],
}

test('a record gives back each property of each node', () => {
  const tree = Tree.ofRecord(RECORD)
  const written = tree.record().nodes.map(({properties}) => properties)
  // Nodes lie in the order of their depth.
  assert.deepEqual(written, RECORD.nodes.map(({properties}) => properties))
  assert.deepEqual(tree.record().nodes.map(({parent}) => parent), RECORD.nodes.map(({parent}) => parent ?? null))
  assert.equal(tree.root.text('C'), 'one ] two')
  assert.deepEqual(Tree.of(JSON.parse(JSON.stringify(tree.data()))).record(), tree.record(), 'after a reload, too')
})

test('the clocks of a record stand at their moves, and wait', () => {
  const tree = Tree.ofRecord(RECORD)
  assert.equal(tree.isHeld, true)
  assert.deepEqual(tree.record().nodes[1].left, RECORD.nodes[1].left)
  assert.equal(Tree.ofRecord({...RECORD, game: {...RECORD.game, clock: undefined}}).isHeld, false)
})

test('a position that was set up begins its line anew', () => {
  const tree = Tree.ofRecord(RECORD)
  assert.deepEqual(tree.game().moves, [A, B])
  const [first] = tree.root.children
  tree.goTo(first.children[1].children[0])
  assert.deepEqual(tree.game(), {...START, clock: {system: clock.system, left: RECORD.nodes[1].left}, setup: [['A1'], ['B1']], first: 'W', moves: [C]})
  assert.equal(tree.positions().length, 2, 'the move and the position before it')
  assert.equal(tree.problem(), null)
  assert.equal(tree.isMain(tree.current), false)
  tree.forward()
  assert.equal(tree.problem(), 'occupied')
  assert.equal(tree.isMain(first.children[0]), true)
})

test('a comment is written as the format wants it', () => {
  const tree = new Tree(START)
  tree.root.setText('C', 'a ] b : \\')
  assert.deepEqual(tree.root.properties, [['C', ['a \\] b \\: \\\\']]])
  assert.equal(tree.root.text('C'), 'a ] b : \\')
  tree.root.setText('C', '')
  assert.deepEqual(tree.root.properties, [])
})

test('a tree that was kept is the same tree', () => {
  const tree = branched()
  const node = tree.current.parent
  node.dead = ['C3']
  node.agreed.white = true
  node.playsOn = true
  node.value = {winRate: 0.5, score: null, basis: 'searched'}
  node.clock = clock
  tree.current.ended = 'B+T'
  tree.goTo(node)
  tree.isHeld = true
  const data = JSON.parse(JSON.stringify(tree.data()))
  const read = Tree.of(data)
  assert.deepEqual(JSON.parse(JSON.stringify(read.data())), data)
  assert.deepEqual(read.game(), tree.game())
  assert.deepEqual(texts(read.line()), texts(tree.line()))
  assert.equal(read.current.agreed.white, true)
})

test('what is no tree is refused, and what is no part of one is left out', () => {
  const data = () => JSON.parse(JSON.stringify(branched().data()))
  const broken = change => {
    const made = data()
    change(made)
    return () => Tree.of(made)
  }
  assert.throws(() => Tree.of(null))
  assert.throws(() => Tree.of({start: START}))
  assert.throws(broken(made => { made.nodes[2].parent = 9 }))
  assert.throws(broken(made => { delete made.nodes[2].parent }))
  // A way forward in a circle would never end.
  const circle = broken(made => { made.nodes[4].next = 1 })()
  assert.equal(circle.current.next, null)
  const valued = broken(made => { made.nodes[1].value = {winRate: 'much', score: 1} })()
  assert.equal(valued.root.children[0].value, null)
})

test('branches lie below each other where they would meet', () => {
  const tree = branched()
  const places = laidOut(tree.root)
  const at = node => Object.values(places.get(node)).join()
  const [first] = tree.root.children
  assert.deepEqual([tree.root, first, ...first.children, tree.current].map(at), ['0,0', '1,0', '2,0', '2,1', '3,1'])
  while (tree.back());
  tree.add(['B', 'A1'])
  while (tree.back());
  tree.add(['B', 'A2'])
  const wider = laidOut(tree.root)
  const lanes = tree.root.children.map(node => Object.values(wider.get(node)).join())
  assert.deepEqual(lanes, ['1,0', '1,2', '1,3'], 'the variation further right lies nearer')
})

test('a move in place of one that was taken back comes first, and the old result goes', () => {
  const tree = new Tree({...START, moves: [A, B]})
  tree.root.setText('RE', 'W+R')
  tree.takeBack(1)
  assert.equal(tree.root.text('RE'), 'W+R')
  tree.add(C)
  assert.deepEqual(texts(tree.root.children[0].children), ['W B2', 'W D2'])
  assert.equal(tree.isMain(tree.current), true)
  assert.equal(tree.root.text('RE'), '')
  tree.back()
  tree.add(D)
  assert.deepEqual(texts(tree.current.parent.children), ['W B2', 'W D2', 'B pass'])
})

test('a move that is made again after it was taken back changes nothing, and a resignation that is taken back is gone', () => {
  const tree = new Tree({...START, moves: [A, B]})
  tree.root.setText('RE', '0')
  tree.takeBack(2)
  tree.add(A)
  assert.equal(tree.root.text('RE'), '0')
  tree.goTo(tree.current.children[0])
  tree.add(['B', 'resign'])
  tree.takeBack(1)
  assert.deepEqual(texts(tree.all()), ['start', 'B C3', 'W D2'])
  assert.equal(tree.current.next, null)
})

test('counted results belong to the rules under which they were found', () => {
  const tree = new Tree({...START, moves: [A, B]})
  tree.root.setText('RE', 'B+3.5')
  tree.changeRules('chinese')
  assert.equal(tree.root.text('RE'), '')
  tree.root.setText('RE', 'B+4')
  tree.ownResult = 'B+4'
  tree.changeRules('button')
  assert.equal(tree.root.text('RE'), 'B+3.5')
  tree.changeRules('chinese')
  assert.equal(tree.root.text('RE'), '')
  tree.root.setText('RE', 'W+R')
  tree.changeRules('button')
  assert.equal(tree.root.text('RE'), 'W+R')
})

test('tokens of other rules are plain passes, and nothing is known under the new rules', () => {
  const tree = new Tree({...START, moves: [A, ['W', 'button'], ['B', 'fullpass'], ['W', 'resign']]})
  tree.current.value = {winRate: 0.5, score: 0}
  const named = tree.game().moves
  tree.changeRules('chinese')
  const plain = [A, ['W', 'pass'], ['B', 'pass'], ['W', 'resign']]
  assert.deepEqual(tree.game().moves, plain)
  assert.deepEqual(tree.record().nodes.slice(1).map(node => node.move), plain)
  assert.equal(tree.current.value, null)
  // A pass is there already; a move that is made now is one of the rules of now.
  tree.goTo(tree.root.children[0])
  tree.add(['W', 'pass'])
  tree.add(['B', 'pass'])
  assert.deepEqual(texts(tree.all()), ['start', 'B C3', 'W button', 'B fullpass', 'W resign'])
  tree.add(['W', 'pass'])
  tree.changeRules('button')
  assert.deepEqual(tree.game().moves, [...named.slice(0, 3), ['W', 'pass']])
  assert.deepEqual(Tree.of(JSON.parse(JSON.stringify(tree.data()))).game(), tree.game())
  tree.changeRules('chinese')
  assert.deepEqual(tree.game().moves, [...plain.slice(0, 3), ['W', 'pass']])
})

test('a tree that is kept stays an example, with the time of its player', () => {
  const tree = new Tree({...START, moves: [A]})
  tree.isExample = true
  tree.current.passed = 1200
  const again = Tree.of(JSON.parse(JSON.stringify(tree.data())))
  assert.equal(again.isExample, true)
  assert.equal(again.current.passed, 1200)
  again.takeBack(1)
  again.current.passed = 5
  again.add(A)
  again.takeBack(1)
  assert.equal(again.current.passed, 0)
})
