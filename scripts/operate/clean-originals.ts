// `npm run clean-originals`: removes places, names, keys and similar data from originals. It concerns originals that
// were published before the site removed such data itself. You can stop it at any time; the next run resumes where it
// left off. Works while the site is running. `--dry-run` only prints which data it would remove.
import '../launch/stop-with-parent.mjs'
import { tmpdir } from 'node:os'
import { NIL_ID } from '../../server/db/nil-id.ts'
import { privateKinds } from '../../contract/media/private-data/private-data.ts'
import { readConfig } from '../../server/setup/config.ts'
import { type PrivateDataFacts, UnreadableVideoError } from '../../server/media/engine/engine.ts'
import {
  cleanPublished,
  findPrivateDataIn,
  findUncleaned,
} from '../../server/features/videos/publishing/clean-published.ts'
import { openStorage } from '../../server/setup/open-storage.ts'
import { createCdnPurge } from '../../server/storage/cdn-purge.ts'
import { enableMediaBundleIfBuilt } from '../serve/build-server.ts'
import { openJobs, openSignals, openSite } from '../support/open-site.ts'
import { readArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

/** Thrown for a clip whose file is missing, which the doctor describes in more detail. */
class MissingFileError extends Error {}

await runCommand(async (stack) => {
  const { values } = readArguments('npm run clean-originals [-- --dry-run]', { 'dry-run': { type: 'boolean' } })
  const { 'dry-run': isDryRun } = values
  enableMediaBundleIfBuilt()
  const config = readConfig()
  const site = await openSite(config, stack)
  const { db } = site
  const storage = await openStorage(config, stack, { isShared: true })
  const [jobs, signals] = [await openJobs(site), await openSignals(site)]
  const cdn = config.cdnPurgeUrl ? createCdnPurge(config.cdnPurgeUrl, console) : undefined
  if (cdn) stack.defer(() => cdn.stop())
  const deps = { db, storage, cdn, jobs, signals, workFolder: tmpdir() }

  const counts = { searched: 0, changed: 0, failed: 0 }
  const next = (afterId: string) => findUncleaned(db, afterId)
  for (let video = await next(NIL_ID); video; video = await next(video.id)) {
    try {
      if (!(await storage.find(video.originalId))) throw new MissingFileError('its file is missing')
      const found = await (isDryRun ? findPrivateDataIn(deps, video.originalId) : cleanPublished(deps, video))
      counts.searched++
      if (found.changedBytes === 0) continue
      counts.changed++
      console.log(`video ${video.id}: ${inWords(found)}`)
    } catch (error) {
      if (!(error instanceof UnreadableVideoError || error instanceof MissingFileError)) throw error
      counts.failed++
      console.log(`video ${video.id} could not be searched: ${error.message}`)
    }
  }
  const verb = isDryRun ? 'would be cleaned' : 'cleaned'
  console.log(`${counts.searched} searched, ${counts.changed} ${verb}, ${counts.failed} failed`)
  return counts.failed === 0
})

function inWords({ kinds, changedBytes, holdsCredentials }: PrivateDataFacts): string {
  const words = kinds.map((kind) => privateKinds[kind].toLowerCase()).join(', ')
  return `${words} (${changedBytes} bytes${holdsCredentials ? '; this breaks its content credentials' : ''})`
}
