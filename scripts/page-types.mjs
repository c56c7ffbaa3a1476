#!/usr/bin/env node
// Writes the types of what the board page and its server say to each other, and of the elements of the page. See `--help`.

import {readFile, writeFile} from 'node:fs/promises'
import {parseArgs} from 'node:util'
import {compile} from 'json-schema-to-typescript'

const USAGE = `Usage: page-types.mjs [--write]

Makes crates/board/types/messages.d.ts of docs/schema/board.json, and elements.d.ts beside it of the page's HTML. Ends with
status 1 if a file is another one than that.

  --write   write the files instead
  --help    print this text
`

const ROOT = new URL('../', import.meta.url)
const FOLDER = 'crates/board/types/'
const read = name => readFile(new URL(name, ROOT), 'utf8')

/**
 * Returns a schema in the form that the compiler knows: references stand alone, since what stands beside one makes another
 * type of it; tuples are lists of items, as in earlier drafts.
 */
function prepared(value) {
  if (Array.isArray(value)) return value.map(prepared)
  if (value === null || typeof value !== 'object') return value
  if (typeof value.$ref === 'string') return {$ref: value.$ref}
  const {prefixItems, ...rest} = value
  if (prefixItems) Object.assign(rest, {items: prefixItems})
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, prepared(one)]))
}

/** Returns the types of all messages. */
async function messages() {
  const board = prepared(JSON.parse(await read('docs/schema/board.json')))
  const text = '// Made of docs/schema/board.json by `scripts/check-page --write`.'
  return compile(board, 'BoardPaths', {additionalProperties: false, bannerComment: text, style: {printWidth: 120}})
}

/** Returns the type of each element of the page that has an id. */
async function elements() {
  const html = await read('crates/board/src/assets/index.html')
  const found = [...html.matchAll(/<(\w+)[^>]*? id="([^"]+)"/g)]
  const line = ([, tag, id]) => `  ${JSON.stringify(id)}: ${tag === 'svg' ? 'SVGSVGElement' : `HTMLElementTagNameMap[${JSON.stringify(tag)}]`};`
  return `// Made of crates/board/src/assets/index.html by \`scripts/check-page --write\`.\n
/** Elements of the page by their ids. */
export interface Elements {\n${found.map(line).join('\n')}\n}\n`
}

async function main() {
  const {values} = parseArgs({options: {write: {type: 'boolean', default: false}, help: {type: 'boolean', default: false}}})
  if (values.help) return void process.stdout.write(USAGE)
  for (const [name, made] of [['messages.d.ts', await messages()], ['elements.d.ts', await elements()]]) {
    const file = FOLDER + name
    if (values.write) {
      await writeFile(new URL(file, ROOT), made)
    } else if (await read(file).catch(() => '') !== made) {
      console.error(`${file} is old: run scripts/check-page --write`)
      process.exitCode = 1
    }
  }
}

await main()
