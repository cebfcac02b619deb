// `npm run release -- DIR`: builds this clone as DIR/releases/VERSION-COMMIT and points the link DIR/current to it.
// `--rollback` points the link to the release before it again.
import '../launch/stop-with-parent.mjs'
import { join, resolve } from 'node:path'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'
import { buildServer } from '../serve/build-server.ts'
import { buildWeb } from '../serve/build-web.ts'
import { buildRelease, requireLoading } from './build-release.ts'
import { findCurrent, getPrevious, holdReleases, makeCurrent, pruneReleases, releasesIn, rollBack } from './releases.ts'

const USAGE = 'npm run release -- DIR, or npm run release -- DIR --rollback'

await runCommand(async (stack) => {
  const { values, words } = readArguments(USAGE, { rollback: { type: 'boolean', default: false } }, 1)
  const { rollback: isRollback } = values
  const [folder] = words
  if (!folder) refuseArguments(USAGE)
  const dir = resolve(folder)
  // The service's user must be able to read everything.
  process.umask(0o022)
  stack.defer(holdReleases(dir))
  const before = findCurrent(dir)
  if (isRollback) {
    requireLoading(join(releasesIn(dir), getPrevious(dir)))
    rollBack(dir)
  } else {
    if (!(await buildWeb()) || !(await buildServer())) return false
    makeCurrent(dir, buildRelease(dir))
    for (const name of pruneReleases(dir)) console.log(`Removed the old release ${name}.`)
  }
  console.log(nextSteps(dir, before, { isRollback }).join('\n'))
}, 'The release')

function nextSteps(dir: string, before: string | undefined, { isRollback }: { isRollback: boolean }): string[] {
  const current = findCurrent(dir)
  if (current === before) return [`${join(dir, 'current')} is ${current} already.`]
  // The release before a rollback is a newer one, to which a second rollback would not lead.
  const how = isRollback ? ', in a clone of its code' : ' --rollback'
  return [
    `${join(dir, 'current')} is now ${current}${before ? ` (it was ${before})` : ''}.`,
    ...(before ? [`Running processes stay with ${before} until you restart them:`] : ['Start it now:']),
    '  one process:        systemctl restart reverie',
    '  several processes:  npm run db:migrate in that folder, with the settings of the service,',
    '                      then systemctl restart the workers, then the web processes one by one',
    ...(before ? [`To return to ${before}: npm run release -- ${dir}${how}, and install its units`] : []),
  ]
}
