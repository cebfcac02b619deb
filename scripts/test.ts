// `npm test`: checks, then unit and integration tests on a real PostgreSQL, then browser tests. All of them run, also
// when an earlier one fails. The last line is the sum: `N passed, N failed`.
import './stop-with-parent.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { runChecks } from './checks.ts'
import { runTool, tools } from './run-tool.ts'

interface Count {
  passed: number
  failed: number
}

const reports = mkdtempSync(join(tmpdir(), 'reverie-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const checks = await runChecks()
const counts: Count[] = [
  { passed: checks.filter(({ passed }) => passed).length, failed: checks.filter(({ passed }) => !passed).length },
]
if (await buildWeb()) {
  counts.push(await runVitest(), await runPlaywright())
} else {
  counts.push({ passed: 0, failed: 1 })
}

const total: Count = { passed: 0, failed: 0 }
for (const { passed, failed } of counts) {
  total.passed += passed
  total.failed += failed
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

async function runVitest(): Promise<Count> {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runTool(tools.vitest, args)
  const { numPassedTests, numFailedTests } =
    readReport<{ numPassedTests: number; numFailedTests: number }>(report) ?? {}
  return asCount('Unit and integration tests', code, numPassedTests, numFailedTests)
}

async function runPlaywright(): Promise<Count> {
  const report = join(reports, 'playwright.json')
  const code = await runTool(tools.playwright, ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const { stats } = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(report) ?? {}
  return asCount('Browser tests', code, stats?.expected, stats && stats.unexpected + stats.flaky)
}

/** A runner that failed without a failing test (a file that does not load, a crash), or that ran nothing, failed once. */
function asCount(name: string, code: number, passed = 0, failed = 0): Count {
  if (failed === 0 && (code !== 0 || passed === 0)) {
    console.error(`${name}: ${code === 0 ? 'no test ran' : `the runner failed with exit code ${code}`}.`)
    return { passed, failed: 1 }
  }
  return { passed, failed }
}

function readReport<T>(file: string): Partial<T> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined // The runner did not come that far.
  }
}
