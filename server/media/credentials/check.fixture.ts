// Checks the credentials of many files in this process, at the cost of one start. Arguments: a file of the operator's
// certificates (or an empty string) and the files. Prints a line of JSON with the result and the cost for each file
// when it is done.
import { readFileSync } from 'node:fs'
import { peakMemoryBytes } from '../../test/peak-memory.ts'
import { readCredentials } from './c2pa.ts'
import { factsOfReport } from './check-credentials.ts'
import { anchorsOf } from './trust-lists.ts'

const [operatorFile, ...files] = process.argv.slice(2)
const operator = operatorFile && readFileSync(operatorFile, 'utf8')

for (const filePath of files) {
  const before = process.cpuUsage()
  const found = await factsOfReport(() => readCredentials(filePath, anchorsOf(operator)))
  const { user, system } = process.cpuUsage(before)
  const cost = { cpuMs: (user + system) / 1000, peakBytes: peakMemoryBytes() }
  process.stdout.write(`${JSON.stringify({ ...found, ...cost })}\n`)
}
