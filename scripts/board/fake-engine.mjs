#!/usr/bin/env node
// A GTP engine that fails, for the tests of the board page: it answers each genmove with A1, or ends (`--crash`), or never answers (`--hang`).

import {createInterface} from 'node:readline'

const COMMANDS = ['list_commands', 'boardsize', 'clear_board', 'komi', 'play', 'genmove', 'quit']

createInterface({input: process.stdin}).on('line', line => {
  const [command] = line.trim().split(' ')
  if (command === 'genmove' && process.argv.includes('--crash')) process.exit(3)
  if (command === 'genmove' && process.argv.includes('--hang')) return
  const answers = {list_commands: COMMANDS.join('\n'), genmove: 'A1'}
  console.log(COMMANDS.includes(command) ? `= ${answers[command] ?? ''}\n` : '? unknown command\n')
  if (command === 'quit') process.exit(0)
})
