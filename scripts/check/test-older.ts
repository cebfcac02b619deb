// `npm run test:older -- REVISION [FILE …]`: runs an earlier version's API tests and code on this version's schema.
// Processes that have not been restarted after a migration work in the same way. FILE is a part of the name of a test
// file.
import '../launch/stop-with-parent.mjs'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listRefusals } from '../../server/db/prepare/migrate.ts'
import { git } from '../support/git.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runTool, tools } from '../support/run-tool.ts'

const API = [
  'server/features/',
  'server/test/whole-site/permissions.test.ts',
  'server/test/whole-site/hidden-videos.test.ts',
]
const INSTALL = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

const USAGE = 'npm run test:older -- REVISION [FILE …]'
const [revision, ...wanted] = readArguments(USAGE, {}, Infinity).words
const commit = revision && git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`)
if (!commit) refuseArguments(USAGE)

const ours = process.cwd()
const scratch = mkdtempSync(join(tmpdir(), 'reverie-older-'))
chmodSync(scratch, 0o711) // If root starts PostgreSQL, it runs as another user, who must be able to enter.
const older = join(scratch, 'version')
git('worktree', 'add', '--detach', '--quiet', older, commit)
process.on('exit', () => {
  git('worktree', 'remove', '--force', older)
  rmSync(scratch, { recursive: true, force: true })
})
await printRefusals(readdirSync(join(older, 'server/db/migrations')))
installLike(older)

process.chdir(older)
const { buildWeb } = (await import(join(older, 'scripts/serve/build-web.ts'))) as { buildWeb(): Promise<boolean> }
const args = ['run', '--config', join(ours, 'scripts/check/newer-schema/vitest.config.ts'), '--root', older]
const code = (await buildWeb()) ? await runTool(tools.vitest, [...args, ...(wanted.length > 0 ? wanted : API)]) : 1
process.exit(code)

async function printRefusals(known: string[]): Promise<void> {
  const refused = await listRefusals(known)
  console.log(
    refused.length > 0
      ? `${revision} does not start with this schema because of ${refused.join(', ')}. Its tests show what would fail.`
      : `${revision} runs with this schema.`,
  )
}

/** Uses our own packages if the lockfiles are equal, and otherwise installs those of the older lockfile. */
function installLike(folder: string): void {
  const lockOf = (at: string) => readFileSync(join(at, 'package-lock.json'), 'utf8')
  if (lockOf(folder) === lockOf(ours)) symlinkSync(join(ours, 'node_modules'), join(folder, 'node_modules'))
  else spawnSync('npm', INSTALL, { cwd: folder, stdio: 'inherit' })
  if (!existsSync(join(folder, tools.vitest))) process.exit(1)
}
