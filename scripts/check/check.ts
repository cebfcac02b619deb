// `npm run check`: checks formatting, lint rules (including import boundaries) and types. `--staged`, which the Git
// hook uses, checks only the staged files.
import '../launch/stop-with-parent.mjs'
import { execFileSync } from 'node:child_process'
import { readArguments } from '../support/read-arguments.ts'
import { runChecks } from './checks.ts'

const { values } = readArguments('npm run check [-- --staged]', { staged: { type: 'boolean' } })

const results = await runChecks(values.staged ? stagedFiles() : undefined)
const failed = results.filter(({ passed }) => !passed)
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

function stagedFiles(): string[] {
  const names = ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z']
  return execFileSync('git', names, { encoding: 'utf8' })
    .split('\0')
    .filter((name) => /\.(ts|tsx|mjs|js|css|html|json|md)$/.test(name))
}
