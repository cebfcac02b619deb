// Checks the credentials of the files named in its arguments, in this process: many files for the price of one start.
// Prints a line of JSON for each as it is done: what was found, and what it took.
import { UnreadableCredentialsError, readCredentials } from './c2pa.ts'
import { readReport } from './read-report.ts'
import { anchorsOf } from './trust-lists.ts'

const { OPERATOR_ANCHORS: operator } = process.env

for (const filePath of process.argv.slice(2)) {
  const before = process.cpuUsage()
  const found = await check(filePath)
  const { user, system } = process.cpuUsage(before)
  const cost = { cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024 }
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
