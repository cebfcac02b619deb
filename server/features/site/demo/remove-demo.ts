import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { SiteMark } from '../../../db/schema/site-schema.ts'
import type { Deps } from '../../../setup/deps.ts'
import { removeAccount } from '../../account/deletion/remove-account.ts'

const REMOVED: SiteMark = 'demo-removed'

type RemoveDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

/**
 * Removes the samples permanently: their clips with all comments, their creators, and the follows of these creators.
 * Content that people published is kept. Safe while the site runs, and while the samples are being loaded.
 *
 * @returns The numbers of removed creators and clips.
 */
export async function removeDemo(deps: RemoveDeps) {
  // The mark is set first. A load in progress checks it at its end.
  await sql`insert into site_marks (name) values (${REMOVED}) on conflict do nothing`.execute(deps.db)
  return removeSamples(deps)
}

/** Whether the samples were removed permanently. */
export async function isDemoRemoved(db: Db): Promise<boolean> {
  const mark = await db.selectFrom('siteMarks').select('name').where('name', '=', REMOVED).executeTakeFirst()
  return mark !== undefined
}

/** Deletes the accounts like any other account, so that counters stay exact and open pages are updated. */
export async function removeSamples(deps: RemoveDeps) {
  const samples = await deps.db.selectFrom('users').select('id').where('isSample', '=', true).execute()
  const removed = { creators: 0, clips: 0 }
  for (const { id } of samples) {
    const { clips } = await deps.db
      .selectFrom('videos')
      .select(({ fn }) => fn.countAll<number>().as('clips'))
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    // The username becomes available again.
    await removeAccount(deps, id, { isRetired: false })
    removed.clips += clips
    removed.creators++
  }
  return removed
}
