import { runTool, tools } from './run-tool.ts'

const checks = [
  { name: 'formatting', tool: tools.oxfmt, args: ['--check'] },
  { name: 'lint', tool: tools.oxlint, args: [] },
  { name: 'types of the contract', tool: tools.tsc, args: ['-p', 'contract'] },
  { name: 'types of the server, scripts and tests', tool: tools.tsc, args: ['-p', '.'] },
  { name: 'types of the browser tests and benchmarks', tool: tools.tsc, args: ['-p', 'e2e'] },
  { name: 'types of the web app', tool: tools.tsc, args: ['-p', 'web'] },
]

interface Result {
  name: string
  passed: boolean
}

/** Runs all checks, even when one fails. The tools print their findings. */
export function runChecks(): Promise<Result[]> {
  return runEach(checks)
}

/** Runs the checks that accept single files on these files. Each tool ignores files of other kinds. */
export function runChecksOf(files: string[]): Promise<Result[]> {
  if (files.length === 0) return Promise.resolve([])
  const args = ['--no-error-on-unmatched-pattern', ...files]
  return runEach(
    checks.filter(({ tool }) => tool !== tools.tsc).map((check) => ({ ...check, args: [...check.args, ...args] })),
  )
}

async function runEach(wanted: typeof checks): Promise<Result[]> {
  const results = []
  for (const { name, tool, args } of wanted) {
    const passed = (await runTool(tool, args)) === 0
    console.log(`${passed ? '✓' : '✗'} ${name}`)
    results.push({ name, passed })
  }
  return results
}
