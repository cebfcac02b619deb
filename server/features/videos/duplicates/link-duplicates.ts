import { sql } from 'kysely'
import type { RepostState } from '../../../../contract/videos/duplicates.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import type { Deps } from '../../../setup/deps.ts'
import { openCase } from '../../moderation/cases/open-case.ts'
import { emitNotificationsChanged, notify } from '../../social/notifications/notify.ts'
import type { VideoColumns } from '../reading/present-video.ts'
import type { Fingerprint } from './compare-fingerprints.ts'
import { findMatchingClips } from './find-matching-clips.ts'

type LinkDeps = Pick<Deps, 'db' | 'signals'>
type Clip = VideoColumns<'id' | 'userId' | 'createdAt'> & { isListed: boolean }
type Same = Clip & { share: number }

/**
 * Maximum age of duplicates that lead to notifications. Without it, the first scan of older clips would cause
 * notifications about old duplicates.
 */
const NOTIFIED_AGE = '1 day'

/**
 * Records which clip a new clip repeats. Also records that clips repeat the new clip if they were published later but
 * already have fingerprints. The earliest visible clip counts as the first. It is recorded only if it belongs to
 * another person. Events for notified owners are emitted after the commit.
 */
export async function linkDuplicates({ db, signals }: LinkDeps, clip: Clip, fingerprint: Fingerprint): Promise<void> {
  const found = await findMatchingClips(db, fingerprint, clip.id)
  const shares = new Map(found.filter(({ kind }) => kind === 'same').map(({ videoId, share }) => [videoId, share]))
  const notified = await inTransaction(db, async (tx) => {
    const same = await lockListed(tx, clip.id, shares)
    const first = same.find((other) => isBefore(other, clip))
    const recipients = [await link(tx, clip, first && first.userId !== clip.userId ? first : undefined)]
    for (const later of !clip.isListed || first ? [] : same) {
      if (later.userId !== clip.userId) recipients.push(await link(tx, later, { ...clip, share: later.share }))
    }
    await sql`update fingerprints set made_at = now() where video_id = ${clip.id}`.execute(tx)
    return recipients
  })
  for (const userId of notified) emitNotificationsChanged(signals, userId)
}

/** Locks the clips until the commit. @returns The listed ones, the earliest first. */
async function lockListed(tx: Db, clipId: string, shares: ReadonlyMap<string, number>): Promise<Same[]> {
  const { rows } = await sql<Clip>`
    select id, user_id, created_at, ${isListed} as is_listed from videos
    where id = any (${[clipId, ...shares.keys()]}::uuid[]) order by id for no key update`.execute(tx)
  return rows
    .filter((other) => other.id !== clipId && other.isListed)
    .map((other) => ({ ...other, share: shares.get(other.id) ?? 0 }))
    .toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
}

function isBefore(a: Clip, b: Clip): boolean {
  return a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt
}

/**
 * Records that a clip repeats `first`. Without a `first`, deletes a dispute that no frames support.
 *
 * @returns The id of the user to notify, or `null`.
 */
async function link(tx: Db, clip: Clip, first: Same | undefined): Promise<string | null> {
  const { rows } = await sql<{ state: RepostState; share: number | null; firstCreatedAt: string }>`
    select state, share, videos.created_at as first_created_at
    from reposts join videos on videos.id = first_id where video_id = ${clip.id} for update of reposts`.execute(tx)
  const [known] = rows
  if (!first) {
    // The creator answered "It’s mine too", but the frames turned out to differ.
    if (known?.state === 'disputed' && known.share === null)
      await tx.deleteFrom('reposts').where('videoId', '=', clip.id).execute()
    return null
  }
  if (known && known.share !== null && !(known.state === 'found' && first.createdAt < known.firstCreatedAt)) return null
  await sql`
    insert into reposts (video_id, first_id, share, state) values (${clip.id}, ${first.id}, ${first.share}, 'found')
    on conflict (video_id) do update set share = excluded.share,
      first_id = case when reposts.state = 'credited' then reposts.first_id else excluded.first_id end`.execute(tx)
  if (known?.state === 'disputed') {
    await openCase(tx, { kind: 'video', subjectId: clip.id, source: 'dispute', rules: [] })
  }
  return notifyFirstOwner(tx, clip.id)
}

/** Notifies the owner of the first clip. @returns The owner's id if a notification was added. */
async function notifyFirstOwner(tx: Db, videoId: string): Promise<string | null> {
  const firstOwner = sql`
    select first.user_id as recipient_id, videos.user_id as actor_id, videos.id as video_id, null::uuid as comment_id
    from reposts join videos on videos.id = video_id join videos as first on first.id = first_id
    where video_id = ${videoId} and ${isListed} and videos.created_at > now() - ${NOTIFIED_AGE}::interval`
  const { rows } = await notify('repost', firstOwner).execute(tx)
  return rows[0]?.userId ?? null
}
