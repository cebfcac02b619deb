import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runToolWithErrors, tools } from '../support/run-tool.ts'
import type { VitestReport } from './vitest-reporter.ts'

/** `quick` is for every change, and runs only samples of long tests. `deep` runs every test at its full size. */
type Depth = 'quick' | 'deep'

export interface Outcome {
  passed: number
  /** Failures, described in enough detail to find the cause from the end of a log. */
  failures: string[]
  /** `seconds` is the sum over the file's tests. */
  files: { name: string; seconds: number }[]
}

const reports = mkdtempSync(join(tmpdir(), 'reverie-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

export async function runVitest(mode: Depth | 'nodes'): Promise<Outcome> {
  const report = join(reports, `vitest-${mode}.json`)
  const reporters = ['default', join(import.meta.dirname, 'vitest-reporter.ts')]
  const args = ['run', ...reporters.map((reporter) => `--reporter=${reporter}`), `--mode=${mode}`]
  const ended = await runToolWithErrors(tools.vitest, args, { VITEST_REPORT: report })
  const { passed, failures = [], files = [] } = readReport<VitestReport>(report)
  const described = failures.map(({ file, title, message }) => describe(file, title, message))
  return { ...count(`Unit and integration tests, ${mode}`, ended, described, passed), files }
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: PlaywrightSpec[]
}

interface PlaywrightSpec {
  title: string
  file: string
  tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[]
}

/** Runs the browser tests. @param settings Environment variables of the run. */
export async function runPlaywright(depth: Depth, settings: Record<string, string> = {}): Promise<Outcome> {
  const report = join(reports, `playwright-${depth}.json`)
  const projects = depth === 'deep' ? ['quick', 'deep'] : ['quick']
  const args = ['test', '--reporter=list,json', ...projects.map((project) => `--project=${project}`)]
  const ended = await runToolWithErrors(tools.playwright, args, { ...settings, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const { stats, suites = [] } = readReport<{ stats: { expected: number }; suites: PlaywrightSuite[] }>(report)
  const files = suites.map((suite) => ({ name: join('e2e', suite.file), seconds: durationOf(suite) / 1000 }))
  const failures = suites.flatMap(specsOf).flatMap(({ title, file, tests }) => {
    const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
    return failed.map(({ results }) => describe(join('e2e', file), title, results[0]?.errors[0]?.message))
  })
  return { ...count(`Browser tests, ${depth}`, ended, failures, stats?.expected), files }
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** Returns a suite's duration in milliseconds. */
function durationOf({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(durationOf)].reduce((total, each) => total + each, 0)
}

/** Returns two lines: the test, and the first line of the failure. */
function describe(file: string, title: string, message = 'no message'): string {
  const [firstLine] = stripVTControlCharacters(message).trim().split('\n')
  return `${file} › ${title}\n    ${firstLine}`
}

/**
 * Adds a failure for a runner that ran no test, or that failed without a failing test. The runner may have crashed, or a
 * file did not load.
 */
function count(name: string, { code, errors }: { code: number; errors: string }, failures: string[], passed = 0) {
  if (failures.length > 0 || (code === 0 && passed > 0)) return { passed, failures }
  const reason = code === 0 ? 'no test ran' : `the runner failed with exit code ${code}\n${errors}`
  return { passed, failures: [`${name}: ${reason}`] }
}

function readReport<T>(file: string): Partial<T> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return {} // The runner failed before it wrote its report.
  }
}
