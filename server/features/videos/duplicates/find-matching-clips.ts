import { sql } from 'kysely'
import { mirrored } from '../../../../contract/media/fingerprints/pdq.ts'
import type { Db } from '../../../db/connect.ts'
import { type Fingerprint, compareFingerprints } from './compare-fingerprints.ts'
import { keysOf, splitFrames } from './fingerprint-keys.ts'

/** Maximum number of clips that may share a key. A key that more clips share is ignored. */
export const SHARING_MAX = 200
/** Maximum numbers of clips to fetch and to compare. The clips that share most keys are compared first. */
const FETCHED_MAX = 2_000
const COMPARED_MAX = 200

/**
 * Returns the clips that show the same frames as `asked`, either unchanged or mirrored. Hidden clips are included. Keys
 * that too many clips share are recorded during the search. This search and later ones ignore them.
 *
 * @param exceptId A clip to leave out of the comparison.
 */
export async function findMatchingClips(db: Db, asked: Fingerprint, exceptId?: string) {
  const sides = [asked, { ...asked, frames: asked.frames.map(mirrored) }]
  const keys = new Set(sides.flatMap(({ frames }) => keysOf(frames)))
  const { rows } = await sql<{ videoId: string; durationSeconds: number; frames: Buffer }>`
    select video_id, duration_seconds, frames from fingerprints
    where keys && array(
      select key from unnest(${[...keys]}::integer[]) as asked (key)
      where not exists (select from common_fingerprint_keys as common where common.key = asked.key)
    ) limit ${FETCHED_MAX}`.execute(db)
  const candidates = await withoutCommon(
    db,
    rows
      .filter(({ videoId }) => videoId !== exceptId)
      .map(({ videoId, durationSeconds, frames: stored }) => {
        const frames = splitFrames(stored)
        return { videoId, durationSeconds, frames, shared: keysOf(frames).filter((key) => keys.has(key)) }
      }),
  )
  return candidates.flatMap(({ videoId, durationSeconds, frames }) => {
    const found = sides.map((side) => compareFingerprints({ durationSeconds, frames }, side))
    const best = found.filter((each) => each !== undefined).toSorted((a, b) => b.share - a.share)[0]
    return best ? [{ videoId, ...best }] : []
  })
}

async function withoutCommon<Candidate extends { shared: number[] }>(
  db: Db,
  candidates: Candidate[],
): Promise<Candidate[]> {
  const counts = new Map<number, number>()
  for (const key of candidates.flatMap(({ shared }) => shared)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count > SHARING_MAX).map(([key]) => key)
  if (common.length > 0) {
    await sql`
      insert into common_fingerprint_keys select unnest(${common}::integer[]) on conflict do nothing`.execute(db)
  }
  const isCommon = new Set(common)
  return candidates
    .map((candidate) => ({ ...candidate, shared: candidate.shared.filter((key) => !isCommon.has(key)) }))
    .filter(({ shared }) => shared.length > 0)
    .toSorted((a, b) => b.shared.length - a.shared.length)
    .slice(0, COMPARED_MAX)
}
