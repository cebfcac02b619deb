import { sql } from 'kysely'
import { REMIX_DEPTH_MAX, type RemixPolicy } from '../../../../contract/videos/remixing.ts'
import { blockedFrom, hasBlocked } from '../../../access/mutes-and-blocks.ts'
import { isListed } from '../../../access/visibility.ts'
import { AppError } from '../../../errors/app-error.ts'

/** The values that decide whether a user may remix a clip. */
export interface Remixable {
  isListed: boolean
  isOwn: boolean
  remixPolicy: RemixPolicy
  remixDepth: number
  /** Blocks and follows between the clip's creator and the asking user. */
  creatorBlocks: boolean
  askerBlocks: boolean
  creatorFollows: boolean
}

/**
 * Returns the columns of `Remixable` for a select of `videos`.
 *
 * @param askerId `null` for a visitor, who has no blocks and follows.
 */
export function remixableColumns(askerId: string | null) {
  const asker = sql`${askerId}::uuid`
  return sql`
    ${isListed} as is_listed, coalesce(videos.user_id = ${asker}, false) as is_own,
    videos.remix_policy, videos.remix_depth,
    ${hasBlocked(sql`videos.user_id`, asker)} as creator_blocks, ${hasBlocked(asker, sql`videos.user_id`)} as asker_blocks,
    exists (select from follows where follower_id = videos.user_id and following_id = ${asker}) as creator_follows`
}

/**
 * Returns why a user may not remix a clip, or `undefined` if they may. The creator always may, unless the clip is
 * hidden or its lineage has the maximum length.
 */
export function whyNotRemixable(clip: Remixable): AppError | undefined {
  if (!clip.isListed) return new AppError('NOT_FOUND', 'This clip is hidden, so it can’t be remixed.')
  if (clip.remixDepth >= REMIX_DEPTH_MAX) {
    return new AppError('CONFLICT', `This clip is already the ${REMIX_DEPTH_MAX}th remix in a row, which is the limit.`)
  }
  if (clip.isOwn) return undefined
  if (clip.creatorBlocks) return blockedFrom('remix their clips')
  if (clip.askerBlocks) {
    return new AppError('ACCESS_DENIED', 'You’ve blocked this person, so you can’t remix their clips.')
  }
  if (clip.remixPolicy === 'nobody')
    return new AppError('ACCESS_DENIED', 'The creator doesn’t allow remixes of this clip.')
  if (clip.remixPolicy === 'everyone' || clip.creatorFollows) return undefined
  return new AppError('ACCESS_DENIED', 'Only people the creator follows can remix this clip.')
}
