import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { moments } from '../../../../contract/videos/duplicates.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import { PREVIEW_SECONDS_MAX } from '../../../media/encode/preview-limits.ts'
import { ifUnreadable, jobTurn, takeFingerprint } from '../../../media/engine/engine.ts'
import { objectAt } from '../../../objects/object-address.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { Storage } from '../../../storage/storage.ts'
import { unlessLost } from '../../../storage/unless-lost.ts'
import type { Fingerprint } from './compare-fingerprints.ts'
import { keysOf } from './fingerprint-keys.ts'
import { linkDuplicates } from './link-duplicates.ts'

type FingerprintDeps = Pick<Deps, 'db' | 'storage' | 'jobs' | 'signals' | 'workFolder'>

/**
 * Maximum number of older clips per sweep. After an update, a large site must read all of its previews, which is not
 * urgent.
 */
const SWEEP_MAX = 20

export async function workOnFingerprints(deps: FingerprintDeps): Promise<void> {
  await deps.jobs.work('fingerprint', 1, (job) => makeFingerprint(deps, job))
}

/**
 * Enqueues missing fingerprints that can now be made: those of clips older than this feature, and those of late
 * streams.
 */
export async function enqueueMissingFingerprints({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const { rows } = await sql<{ videoId: string }>`
    select video_id from fingerprints join videos on videos.id = video_id
    where made_at is null and (
      status = 'failed' or stream_id is not null or stream_failure is not null
      or (preview_id is not null and videos.duration_seconds <= ${PREVIEW_SECONDS_MAX})
    ) limit ${SWEEP_MAX}`.execute(db)
  for (const { videoId } of rows) await jobs.enqueue(db, 'fingerprint', { videoId })
}

/**
 * Makes a clip's fingerprint and links the clips that show the same frames. The fingerprint is stored before it is
 * compared. If two are made at the same time, at least one of them finds the other.
 */
export async function makeFingerprint(
  deps: FingerprintDeps,
  { payload: { videoId }, signal }: JobRun<'fingerprint'>,
): Promise<void> {
  const { db, storage, workFolder } = deps
  const video = await findVideo(db, videoId)
  // The clip was deleted while the job waited, or another attempt has done the work.
  if (!video || video.madeAt) return
  const file = await renditionToRead(storage, video)
  if (file === undefined) return storeFingerprint(db, video, [])
  // A lost rendition yields an empty fingerprint, so that it does not block the jobs behind it forever.
  const all = (file && (await unlessLost(storage, file, (path) => readFrames(path, workFolder, signal)))) || []
  await storeFingerprint(db, video, framesAt(all, moments(video.durationSeconds)))
  const dense: Fingerprint = { durationSeconds: video.durationSeconds, frames: all.map(({ hash }) => hash) }
  await linkDuplicates(deps, video, dense)
}

type Video = NonNullable<Awaited<ReturnType<typeof findVideo>>>

function findVideo(db: Db, id: string) {
  return db
    .selectFrom('videos')
    .leftJoin('fingerprints', 'videoId', 'videos.id')
    .select(['videos.id', 'userId', 'videos.createdAt', 'videos.durationSeconds', 'madeAt'])
    .select(['status', 'previewId', 'streamId', 'streamFailure', isListed.as('isListed')])
    .where('videos.id', '=', id)
    .executeTakeFirst()
}

/** Stores a fingerprint. Does nothing if the clip has since been deleted. */
async function storeFingerprint(db: Db, { id, durationSeconds }: Video, frames: Uint8Array[]): Promise<void> {
  await sql`
    insert into fingerprints (video_id, duration_seconds, frames, keys)
    select id, ${durationSeconds}, ${Buffer.concat(frames)}, ${keysOf(frames)}::integer[] from videos where id = ${id}
    on conflict (video_id) do update set frames = excluded.frames, keys = excluded.keys`.execute(db)
}

interface SeenFrame {
  seconds: number
  hash: Uint8Array
}

/** Reads the frames of a rendition. Returns none if it no longer decodes. */
async function readFrames(path: string, workFolder: string, signal: AbortSignal): Promise<SeenFrame[]> {
  const { frames } = await takeFingerprint(path, { turn: jobTurn, signal, workFolder }).catch(
    ifUnreadable({ frames: [] }),
  )
  return frames.map(([seconds, hash]) => ({ seconds, hash: Buffer.from(hash, 'base64') }))
}

/** Returns the hashes of the frames shown at these times. A moment whose frame is too plain has no hash. */
export function framesAt(frames: SeenFrame[], times: number[]): Uint8Array[] {
  return times.flatMap((time, index) => {
    const seen = frames.findLast(({ seconds }) => seconds <= time)
    const since = times[index - 1] ?? 0
    return seen && seen.seconds >= since ? [seen.hash] : []
  })
}

/**
 * Returns the smallest file that shows a whole clip: its preview, or the smallest variant of its stream. If there will
 * be no stream, returns the preview, even if it shows only the first seconds.
 *
 * @returns The object's id; `null` if there will never be such a file or it is lost, `undefined` while it is being made.
 */
async function renditionToRead(
  storage: Storage,
  { durationSeconds, status, previewId, streamId, streamFailure }: Video,
): Promise<string | null | undefined> {
  if (status === 'failed') return null
  if (previewId && durationSeconds <= PREVIEW_SECONDS_MAX) return previewId
  if (streamId) return smallestVariant(storage, streamId)
  return streamFailure === null ? undefined : previewId
}

async function smallestVariant(storage: Storage, mainId: string): Promise<string | null> {
  const read = (playlistId: string) => unlessLost(storage, playlistId, (path) => readFile(path, 'utf8'))
  const main = (await read(mainId)) ?? ''
  const variants = [...main.matchAll(/^#EXT-X-STREAM-INF:.*RESOLUTION=(\d+)x(\d+).*\n(.+)$/gm)]
  const [smallest] = variants.toSorted((a, b) => Number(a[1]) * Number(a[2]) - Number(b[1]) * Number(b[2]))
  const playlistId = objectAt(smallest?.[3])?.id
  if (!playlistId) return null
  const playlist = (await read(playlistId)) ?? ''
  return objectAt(/^#EXT-X-MAP:URI="([^"]+)"/m.exec(playlist)?.[1])?.id ?? null
}
