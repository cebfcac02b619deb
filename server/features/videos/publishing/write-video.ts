import { sql } from 'kysely'
import type { CreateVideoBody, UpdateVideoBody } from '../../../../contract/videos/publishing.ts'
import { type License, NO_DERIVATIVES, type RemixPolicy } from '../../../../contract/videos/remixing.ts'
import { whyNotOwn } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import type { Deps } from '../../../setup/deps.ts'
import { invalidField } from '../../../errors/app-error.ts'
import type { Descent } from '../lineage/parents.ts'
import type { Verdict } from '../provenance/judge.ts'
import type { VideoColumns } from '../reading/present-video.ts'
import { enqueueCover } from '../renditions/render-queues.ts'

/** Properties that the server measured in the uploaded file. */
type Measured = VideoColumns<'width' | 'height' | 'durationSeconds' | 'framesCount' | 'aspectRatio'>

/** The details that a creator states about a new video. Each field is a column. */
type StatedDetails = Omit<CreateVideoBody, 'videoUrl' | 'parents' | 'workflow' | 'alreadyHere'>

/**
 * Inserts a video.
 *
 * @param facts Its owner, its original, and detected values. They replace the values that the creator stated.
 * @returns Its id.
 */
export async function insertVideo(
  tx: Db,
  stated: StatedDetails,
  facts: { userId: string; originalId: string } & Measured & Verdict & Descent,
): Promise<string> {
  const { tags, remixPolicy, license } = stated
  const { id } = await tx
    .insertInto('videos')
    .values({
      ...stated,
      tags: tags ?? '',
      remixPolicy: license === NO_DERIVATIVES ? 'nobody' : remixPolicy,
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Changes one of the owner's videos, and enqueues a poster if `coverAt` is sent. Omitted fields keep their value;
 * `null` or an empty string clears a field.
 *
 * @throws {AppError} NOT_FOUND, or ACCESS_DENIED if another person owns it. VALIDATION_FAILED if the chosen frame is
 *   after the end.
 */
export async function updateVideo(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  id: string,
  ownerId: string,
  changes: UpdateVideoBody,
): Promise<void> {
  const { tags, remixPolicy, license, coverAt } = changes
  await inTransaction(db, async (tx) => {
    const video = await tx
      .updateTable('videos')
      .set({
        ...changes,
        tags: tags === null ? '' : tags,
        remixPolicy: policyUnder(license, remixPolicy),
        updatedAt: sql`now()`,
      })
      .where('id', '=', id)
      .where('userId', '=', ownerId)
      .returning('durationSeconds')
      .executeTakeFirst()
    if (!video) throw await whyNotOwn(tx, id, ownerId)
    requireWithin(coverAt, video.durationSeconds)
    if (coverAt !== undefined) await enqueueCover(jobs, tx, { id, userId: ownerId })
  })
}

/** @throws {AppError} VALIDATION_FAILED if the chosen frame is after the end. */
export function requireWithin(coverAt: number | null | undefined, durationSeconds: number): void {
  if (coverAt && coverAt > durationSeconds)
    throw invalidField('coverAt', 'The cover can’t be after the end of the clip')
}

/**
 * Returns the remix policy to store: `nobody` under a licence that forbids remixes. Omitted fields keep their stored
 * value.
 */
function policyUnder(license: License | null | undefined, remixPolicy: RemixPolicy | undefined) {
  const [kept, wanted] = [license === undefined ? sql`license` : sql`${license}`, remixPolicy ?? null]
  return sql<RemixPolicy>`
    case when ${kept} = ${NO_DERIVATIVES} then 'nobody' else coalesce(${wanted}, remix_policy) end`
}
