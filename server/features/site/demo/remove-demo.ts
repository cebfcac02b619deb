import type { Db } from '../../../db/connect.ts'
import type { SiteMark } from '../../../db/schema/schema.ts'
import type { Deps } from '../../../setup/deps.ts'
import { removeAccount } from '../../account/deletion/remove-account.ts'

const REMOVED: SiteMark = 'demo-removed'

type RemoveDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

/** What was removed. */
export interface Removed {
  creators: number
  clips: number
}

/**
 * Removes the samples for good: their clips, with what people wrote below them, their creators, and who follows those.
 * What people published themselves stays. Safe while the site runs, and while the samples are being loaded.
 */
export async function removeDemo(deps: RemoveDeps): Promise<Removed> {
  // First, so that a load which is under way finds it at its end.
  await deps.db
    .insertInto('siteMarks')
    .values({ name: REMOVED })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return removeSamples(deps)
}

/** Once the samples were removed, nothing brings them back. */
export async function isDemoRemoved(db: Db): Promise<boolean> {
  const mark = await db.selectFrom('siteMarks').select('name').where('name', '=', REMOVED).executeTakeFirst()
  return mark !== undefined
}

/** As an account is deleted that its person leaves: counts stay exact, and open pages hear of it. */
export async function removeSamples(deps: RemoveDeps): Promise<Removed> {
  const samples = await deps.db.selectFrom('users').select('id').where('isSample', '=', true).execute()
  const removed = { creators: 0, clips: 0 }
  for (const { id } of samples) {
    removed.clips += await removeCreator(deps, id)
    removed.creators++
  }
  return removed
}

/** @returns How many clips went with them. Their names and numbers were nobody's: whoever wants one may have it. */
async function removeCreator(deps: RemoveDeps, id: string): Promise<number> {
  const { clips } = await deps.db
    .selectFrom('videos')
    .select(({ fn }) => fn.countAll<number>().as('clips'))
    .where('userId', '=', id)
    .executeTakeFirstOrThrow()
  await removeAccount(deps, id, { isRetired: false })
  return clips
}
