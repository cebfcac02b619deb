import { runTool, tools } from './run-tool.ts'

const checks = [
  { name: 'formatting', tool: tools.oxfmt, args: ['--check'] },
  // The linter also reports the compiler's errors, because its rules need the types anyway.
  { name: 'lint and types', tool: tools.oxlint, args: [] },
]

interface Result {
  name: string
  passed: boolean
}

/** Runs all checks, even when one fails. The tools print their findings. */
export function runChecks(): Promise<Result[]> {
  return runEach(checks)
}

/** Runs the checks on these files only. Each tool ignores files of other kinds. */
export function runChecksOf(files: string[]): Promise<Result[]> {
  if (files.length === 0) return Promise.resolve([])
  const args = ['--no-error-on-unmatched-pattern', ...files]
  return runEach(checks.map((check) => ({ ...check, args: [...check.args, ...args] })))
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
