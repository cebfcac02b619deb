// `npm run bench [-- NAME … --OPTION …]`: runs bench/NAME.bench.ts, or all benchmarks, one after another. Each receives
// the options.
import '../launch/stop-with-parent.ts'
import { readdirSync } from 'node:fs'
import { runTool } from './run-tool.ts'

const all = readdirSync('bench')
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
const options = process.argv.slice(2).filter((arg) => arg.startsWith('--'))
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark '${unknown[0]}'. The benchmarks are: ${all.join(', ')}.`)
  process.exit(1)
}
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`# ${name}`)
  if ((await runTool(`bench/${name}.bench.ts`, options)) !== 0) process.exitCode = 1
}
