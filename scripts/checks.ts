import { runTool, tools } from './run-tool.ts'

const checks = [
  { name: 'formatting', tool: tools.oxfmt, args: ['--check'] },
  { name: 'lint', tool: tools.oxlint, args: [] },
  { name: 'types of the contract', tool: tools.tsc, args: ['-p', 'contract'] },
  { name: 'types of the server, scripts and tests', tool: tools.tsc, args: ['-p', '.'] },
  { name: 'types of the web app', tool: tools.tsc, args: ['-p', 'web'] },
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
