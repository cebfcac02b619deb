// Checks the credentials of many files in this process, at the cost of one start. Arguments: a file of the operator's
// certificates (or an empty string) and the files. Prints a line of JSON with the result and the cost for each file
// when it is done.
import { readFileSync } from 'node:fs'
import { peakMemoryBytes } from '../../test/peak-memory.ts'
import { UnreadableCredentialsError, readCredentials } from './c2pa.ts'
import { readReport } from './read-report.ts'
import { anchorsOf } from './trust-lists.ts'

const [operatorFile, ...files] = process.argv.slice(2)
const operator = operatorFile && readFileSync(operatorFile, 'utf8')

for (const filePath of files) {
  const before = process.cpuUsage()
  const found = await check(filePath)
  const { user, system } = process.cpuUsage(before)
  const cost = { cpuMs: (user + system) / 1000, peakBytes: peakMemoryBytes() }
  process.stdout.write(`${JSON.stringify({ ...found, ...cost })}\n`)
}

async function check(filePath: string) {
  const nothing = { manifests: [], manifestsCount: 0 }
  try {
    const report = await readCredentials(filePath, anchorsOf(operator))
    return report === undefined ? { outcome: 'none', ...nothing } : { outcome: 'read', ...readReport(report) }
  } catch (error) {
    if (!(error instanceof UnreadableCredentialsError)) throw error
    return { outcome: error.areElsewhere ? 'elsewhere' : 'unreadable', ...nothing }
  }
}
