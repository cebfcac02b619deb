import { runTool, tools } from './run-tool.ts'

const checks = [
  { name: 'formatting', tool: tools.oxfmt, args: ['--check'] },
  { name: 'lint', tool: tools.oxlint, args: [] },
  ...['contract', 'server', 'web'].map((part) => ({ name: `types of ${part}`, tool: tools.tsc, args: ['-p', part] })),
]

/** Runs all of them, also when one fails. The tools report what they find. */
export async function runChecks(): Promise<{ name: string; passed: boolean }[]> {
  const results = []
  for (const { name, tool, args } of checks) {
    const passed = (await runTool(tool, args)) === 0
    console.log(`${passed ? '✓' : '✗'} ${name}`)
    results.push({ name, passed })
  }
  return results
}
