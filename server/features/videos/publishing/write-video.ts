import { sql } from 'kysely'
import type { CreateVideoBody, UpdateVideoBody } from '../../../../contract/videos/publishing.ts'
import { type License, NO_DERIVATIVES, type RemixPolicy } from '../../../../contract/videos/remixing.ts'
import { whyNotOwn } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { Descent } from '../lineage/parents.ts'
import type { Verdict } from '../provenance/judge.ts'

/** Properties that the server measured in the uploaded file. */
export interface Measured {
  width: number
  height: number
  durationSeconds: number
  framesCount: number | null
  aspectRatio: string
}

/** The details that a creator states about a new video. Each field is a column. */
export type StatedDetails = Omit<CreateVideoBody, 'videoUrl' | 'parents' | 'workflow' | 'alreadyHere'>

/**
 * Inserts a video.
 *
 * @param found Replaces stated fields, such as the aspect ratio.
 * @returns Its id.
 */
export async function insertVideo(
  tx: Db,
  userId: string,
  originalId: string,
  stated: StatedDetails,
  found: Measured & Verdict & Descent,
): Promise<string> {
  const { tags, remixPolicy, license } = stated
  const { id } = await tx
    .insertInto('videos')
    .values({
      ...stated,
      tags: tags ?? '',
      remixPolicy: license === NO_DERIVATIVES ? 'nobody' : remixPolicy,
      ...found,
      userId,
      originalId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Changes one of the owner's videos. Omitted fields keep their value; `null` or an empty string clears a field.
 *
 * @throws {AppError} NOT_FOUND, or ACCESS_DENIED if another person owns it.
 */
export async function updateVideo(db: Db, id: string, ownerId: string, changes: UpdateVideoBody): Promise<void> {
  const { tags, remixPolicy, license } = changes
  const result = await db
    .updateTable('videos')
    .set({
      ...changes,
      tags: tags === null ? '' : tags,
      remixPolicy: policyUnder(license, remixPolicy),
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw await whyNotOwn(db, id, ownerId)
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
