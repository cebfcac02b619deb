// `npm run bench [-- NAME …]`: runs bench/NAME.bench.ts, or all of them, one after another.
import './stop-with-parent.ts'
import { readdirSync } from 'node:fs'
import { runTool } from './run-tool.ts'

const all = readdirSync('bench')
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark '${unknown[0]}'. The benchmarks are: ${all.join(', ')}.`)
  process.exit(1)
}
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`# ${name}`)
  if ((await runTool(`bench/${name}.bench.ts`, [])) !== 0) process.exitCode = 1
}
