// `npm run bench [-- NAME … --OPTION …]`: runs bench/**/NAME.bench.ts for each name, or all benchmarks, and prints one
// table of their figures. Each benchmark receives the options. `--save` also writes the figures to docs/speed.json. It
// then renders the tables of docs/speed.md from that file.
import '../launch/stop-with-parent.mjs'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { options as benchOptions } from '../../bench/support/options.ts'
import { cellsOf, isMet, type Row } from '../../bench/support/report.ts'
import { scratchFolder } from '../../bench/support/scratch.ts'
import { renderSpeedPage, type Result } from '../../bench/support/speed-page.ts'
import { buildServer } from '../serve/build-server.ts'
import { buildWeb } from '../serve/build-web.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runTool } from '../support/run-tool.ts'

const [savedFile, pageFile] = ['docs/speed.json', 'docs/speed.md']

const files = globSync('bench/**/*.bench.ts').toSorted()
/** The file of each benchmark by name. */
const all = new Map<string, string>()
for (const file of files) {
  const name = basename(file, '.bench.ts')
  if (all.has(name)) throw new Error(`${all.get(name)} and ${file} have the same name.`)
  all.set(name, file)
}
const names = Object.keys(benchOptions).map((name) => (name === 'full' ? '--full' : `--${name}=…`))
const { values, words: wanted } = readArguments(
  `npm run bench [-- NAME … --OPTION …]
The benchmarks are: ${[...all.keys()].join(', ')}.
The options are: --save, ${names.join(', ')}. Each benchmark describes its own in bench/*/NAME.bench.ts.`,
  { ...benchOptions, save: { type: 'boolean' } },
  Infinity,
)
const { save: isSaving, ...given } = values
const options = Object.entries(given).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`))
const unknown = wanted.filter((name) => !all.has(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark '${unknown[0]}'. The benchmarks are: ${[...all.keys()].join(', ')}.`)
  process.exit(1)
}

if (!(await buildWeb()) || !(await buildServer())) process.exit(1)

const measured = [
  new Date().toISOString().slice(0, 10),
  `${availableParallelism()} cores`,
  `${Math.round(totalmem() / 1024 ** 3)} GB`,
  `Node ${process.version}`,
].join(', ')
const results: Record<string, Result> = {}
using folder = scratchFolder()
for (const name of wanted.length > 0 ? wanted : all.keys()) {
  console.log(`# ${name}`)
  const file = join(folder.path, name)
  if ((await runTool(all.get(name)!, options, { BENCH_ROWS: file })) !== 0) process.exitCode = 1
  if (!existsSync(file)) continue
  const shown = options.filter((option) => !option.startsWith('--keep='))
  const command = ['npm run bench --', name, ...shown].join(' ')
  results[name] = { command, measured, rows: JSON.parse(readFileSync(file, 'utf8')) as Row[] }
}

const rows = Object.entries(results).flatMap(([name, result]) => result.rows.map((row) => ({ name, row })))
console.table(rows.map(({ name, row }) => ({ benchmark: name, ...cellsOf(row) })))
console.log(`${rows.filter(({ row }) => isMet(row)).length} of ${rows.length} goals met.`)

if (isSaving) {
  const saved = { ...(JSON.parse(readFileSync(savedFile, 'utf8')) as typeof results), ...results }
  writeFileSync(savedFile, `${JSON.stringify(saved, null, 2)}\n`)
  writeFileSync(pageFile, renderSpeedPage(readFileSync(pageFile, 'utf8'), saved))
}
