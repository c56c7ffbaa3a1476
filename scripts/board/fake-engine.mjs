#!/usr/bin/env node
// A GTP engine for the tests of the board page. It answers each genmove with A1, or passes (`--pass`), or ends
// (`--crash`), or never answers (`--hang`); it lists stones as dead (`--dead=A1,B2`), or has no such command.

import {createInterface} from 'node:readline'

const has = word => process.argv.includes(word)
const dead = process.argv.find(word => word.startsWith('--dead='))?.slice('--dead='.length).replaceAll(',', ' ')
const COMMANDS = ['list_commands', 'boardsize', 'clear_board', 'komi', 'play', 'time_settings', 'genmove', 'quit']
if (dead !== undefined) COMMANDS.push('final_status_list')

createInterface({input: process.stdin}).on('line', line => {
  const [command] = line.trim().split(' ')
  if (command === 'genmove' && has('--crash')) process.exit(3)
  if (command === 'genmove' && has('--hang')) return
  const answers = {list_commands: COMMANDS.join('\n'), genmove: has('--pass') ? 'pass' : 'A1', final_status_list: dead}
  console.log(COMMANDS.includes(command) ? `= ${answers[command] ?? ''}\n` : '? unknown command\n')
  if (command === 'quit') process.exit(0)
})
