import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runTool, tools } from './run-tool.ts'

/** `quick` tests come with every change; `deep` ones are long by nature, and leave a sample of themselves there. */
export type Depth = 'quick' | 'deep'

export interface Outcome {
  passed: number
  failed: number
  /** `seconds` are those of its tests, one after the other. */
  files: { name: string; seconds: number }[]
}

const reports = mkdtempSync(join(tmpdir(), 'reverie-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}

export async function runVitest(depth: Depth): Promise<Outcome> {
  const report = join(reports, `vitest-${depth}.json`)
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--mode=${depth}`]
  const code = await runTool(tools.vitest, args)
  const { numPassedTests, numFailedTests, testResults = [] } = readReport<VitestReport>(report)
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative('.', name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { ...count(`Unit and integration tests, ${depth}`, code, numPassedTests, numFailedTests), files }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { tests: { results: { duration: number }[] }[] }[]
}

export async function runPlaywright(depth: Depth): Promise<Outcome> {
  const report = join(reports, `playwright-${depth}.json`)
  const code = await runTool(tools.playwright, ['test', '--reporter=list,json', `--project=${depth}`], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const { stats, suites = [] } = readReport<PlaywrightReport>(report)
  const files = suites.map((suite) => ({ name: join('e2e', suite.file), seconds: durationOf(suite) / 1000 }))
  return {
    ...count(`Browser tests, ${depth}`, code, stats?.expected, stats && stats.unexpected + stats.flaky),
    files,
  }
}

/** Milliseconds. */
function durationOf({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(durationOf)].reduce((total, each) => total + each, 0)
}

/** A runner that failed without a failing test (a file that does not load, a crash), or that ran nothing, failed once. */
function count(name: string, code: number, passed = 0, failed = 0): { passed: number; failed: number } {
  if (failed === 0 && (code !== 0 || passed === 0)) {
    console.error(`${name}: ${code === 0 ? 'no test ran' : `the runner failed with exit code ${code}`}.`)
    return { passed, failed: 1 }
  }
  return { passed, failed }
}

function readReport<T>(file: string): Partial<T> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return {} // The runner did not come that far.
  }
}
