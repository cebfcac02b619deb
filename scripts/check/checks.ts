import { runTool, tools } from '../support/run-tool.ts'

const checks = [
  { name: 'formatting', tool: tools.oxfmt, args: ['--check'] },
  // The linter also reports the compiler's errors, because its rules need the types anyway.
  { name: 'lint and types', tool: tools.oxlint, args: [] },
]

/**
 * Runs all checks, even when one fails. The tools print their findings.
 *
 * @param files The files to check, by default all. Each tool ignores files of other kinds.
 */
export async function runChecks(files?: string[]): Promise<{ name: string; passed: boolean }[]> {
  if (files?.length === 0) return []
  const only = files ? ['--no-error-on-unmatched-pattern', ...files] : []
  const results = []
  for (const { name, tool, args } of checks) {
    const passed = (await runTool(tool, [...args, ...only])) === 0
    console.log(`${passed ? '✓' : '✗'} ${name}`)
    results.push({ name, passed })
  }
  return results
}
