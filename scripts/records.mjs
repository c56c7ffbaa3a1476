#!/usr/bin/env node
// Part of `records` that uses Sabaki's library: reads game records with @sabaki/sgf and writes them
// again, or makes records from lists of moves.
//
//   records.mjs through IN OUT     all .sgf files in the folder IN, written to the folder OUT
//   records.mjs make IN OUT        all .json files in IN (size, rules, komi, moves), written as SGF

import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import sgf from '@sabaki/sgf'

/** Returns a game as a line of nodes. Moves are `[color, vertex]`, the vertex in SGF letters. */
function tree({size, rules, komi, moves}) {
  let root = {
    id: 0,
    parentId: null,
    children: [],
    data: {FF: ['4'], GM: ['1'], CA: ['UTF-8'], SZ: [size], RU: [rules], KM: [komi]}
  }
  let last = root
  for (let [index, [color, point]] of moves.entries()) {
    let node = {id: index + 1, parentId: index, children: [], data: {[color]: [point]}}
    last.children.push(node)
    last = node
  }
  return root
}

let [job, from, to] = process.argv.slice(2)
for (let name of readdirSync(from)) {
  let text = readFileSync(join(from, name), 'utf8')
  let roots = job === 'make' ? [tree(JSON.parse(text))] : sgf.parse(text)
  writeFileSync(join(to, name.replace(/\.json$/, '.sgf')), sgf.stringify(roots))
}
