// `npm run requeue -- VIDEO_ID`: enqueues a video's missing poster, preview and stream, even after failures. `--failed`
// does so for all failed videos, `--all` for all incomplete ones, and `--unsigned` for all with unsigned renditions.
// Works while the site is running.
import '../launch/stop-with-parent.mjs'
import { Id } from '../../contract/fields.ts'
import { readConfig } from '../../server/setup/config.ts'
import {
  listFailedVideos,
  listUnfinishedVideos,
  requeueVideo,
} from '../../server/features/videos/renditions/requeue.ts'
import { listUnsignedVideos } from '../../server/features/videos/provenance/unsigned-renditions.ts'
import { counted } from '../../server/format/in-words.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { openJobs, openSignals, openSite } from '../support/open-site.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

const USAGE = 'npm run requeue -- VIDEO_ID, or --failed, or --all, or --unsigned'
const lists = new Map([
  ['all', listUnfinishedVideos],
  ['failed', listFailedVideos],
  ['unsigned', listUnsignedVideos],
])

await runCommand(async (stack) => {
  const flag = { type: 'boolean' } as const
  const { values, words } = readArguments(USAGE, { all: flag, failed: flag, unsigned: flag }, 1)
  const [which = '', ...others] = [...Object.keys(values), ...words]
  const list = lists.get(which)
  if ((!list && !Id.safeParse(which).success) || others.length > 0) refuseArguments(USAGE)
  const site = await openSite(readConfig(), stack)
  const { db } = site
  const ids = list ? await list(db) : [which]

  const deps = { db, jobs: await openJobs(site), signals: await openSignals(site) }
  let count = 0
  for (const id of ids) if (await requeueVideo(deps, id)) count++
  if (!list && count === 0) throw new StartupError(`There is no video ${which}.`)
  console.log(`In the queue again: ${counted(count, 'video')}`)
})
