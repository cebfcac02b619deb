import { sql } from 'kysely'
import type { CreateVideoBody, UpdateVideoBody } from '../../../../contract/videos/publishing.ts'
import { type License, NO_DERIVATIVES, type RemixPolicy } from '../../../../contract/videos/remixing.ts'
import { splitTags } from '../../../../contract/videos/tags.ts'
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

/**
 * Inserts a video.
 *
 * @returns Its id.
 */
export async function insertVideo(
  tx: Db,
  userId: string,
  originalId: string,
  body: CreateVideoBody,
  found: Measured & Verdict & Descent,
): Promise<string> {
  const { title, caption, prompt, toolUsed, model, tags, showsReality, remixPolicy = 'everyone', license = null } = body
  const { id } = await tx
    .insertInto('videos')
    .values({
      userId,
      originalId,
      title,
      caption: caption?.trim() || null,
      prompt: prompt?.trim() || null,
      toolUsed,
      model: model?.trim() || null,
      tags: splitTags(tags ?? '').join(', '),
      showsReality: showsReality ?? false,
      remixPolicy: license === NO_DERIVATIVES ? 'nobody' : remixPolicy,
      license,
      ...found,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Changes a video of its owner. Omitted fields keep their value; `null` or an empty text clears a field.
 *
 * @throws {AppError} NOT_FOUND, or ACCESS_DENIED if another person owns it.
 */
export async function updateVideo(db: Db, id: string, ownerId: string, changes: UpdateVideoBody): Promise<void> {
  const { title, caption, toolUsed, model, prompt, tags, commenting, showsReality, remixPolicy, license } = changes
  const result = await db
    .updateTable('videos')
    .set({
      // Kysely omits undefined fields.
      title,
      caption: changedText(caption),
      toolUsed,
      model: changedText(model),
      prompt: changedText(prompt),
      tags: tags === null ? '' : tags,
      commenting,
      showsReality,
      license,
      remixPolicy: remixPolicy === undefined && license === undefined ? undefined : policyUnder(license, remixPolicy),
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw await whyNotOwn(db, id, ownerId)
}

/** Returns the remix policy to store. Omitted fields keep their stored value. */
function policyUnder(license: License | null | undefined, remixPolicy: RemixPolicy | undefined) {
  const [kept, wanted] = [license === undefined ? sql`license` : sql`${license}`, remixPolicy ?? null]
  return sql<RemixPolicy>`
    case when ${kept} = ${NO_DERIVATIVES} then 'nobody' else coalesce(${wanted}, remix_policy) end`
}

/** Returns a text to store: `null` for an empty one, and `undefined` for an omitted field. */
function changedText(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text?.trim() || null
}
