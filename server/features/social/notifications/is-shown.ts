import { type RawBuilder, sql } from 'kysely'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isListed, isListedTo } from '../../../access/visibility.ts'

/**
 * Condition that the actor is not muted. It matters only for notifications from before the mute: later ones are not
 * stored.
 */
const isUnmutedActor = isUnmuted(sql`notifications.user_id`, sql`notifications.actor_id`)

const isActorShown = sql<boolean>`
  not exists (select from users where users.id = notifications.actor_id and users.is_hidden)`

const isCommentShown = sql<boolean>`(
  notifications.comment_id is null
  or not exists (select from comments where comments.id = notifications.comment_id and comments.is_hidden))`

/** Condition that the clip is listed or the recipient's own, which it is for some kinds of notification only. */
const isClipShown = sql<boolean>`(
  notifications.video_id is null
  or exists (select from videos
    where videos.id = notifications.video_id and ${isListedTo(sql`notifications.user_id`)}))`

/** Returns the UTC day of a timestamp. */
export function dayOf(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${moment} at time zone 'UTC')::date`
}

/**
 * Condition that a row of `videos` is covered by a row of `notifications`. The video is a public clip that the actor
 * published on the notification's day. The condition uses the index `videos_of_user`.
 */
export const isNotifiedClip = sql<boolean>`(
  videos.user_id = notifications.actor_id and ${isListed}
  and videos.created_at >= notifications.day::timestamp at time zone 'UTC'
  and videos.created_at < (notifications.day + 1)::timestamp at time zone 'UTC')`

/** Condition that a row of `notifications` about new clips covers at least one clip that is still public. */
const hasNotifiedClip = sql<boolean>`(
  notifications.type <> 'publish' or exists (select from videos where ${isNotifiedClip}))`

/**
 * Condition that a row of `notifications` is listed and counted. A notification is left out in three cases:
 * - its actor is muted or hidden,
 * - its comment is hidden,
 * - none of its clips is listed or the recipient's own.
 *
 * Its read status does not change.
 */
export const isShown = sql<boolean>`(
  ${isUnmutedActor} and ${isActorShown} and ${isCommentShown} and ${isClipShown} and ${hasNotifiedClip})`
