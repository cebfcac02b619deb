import { sql } from 'kysely'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isVisibleTo } from '../../../access/visibility.ts'
import { hasNotifiedClip } from './published-that-day.ts'

/**
 * Condition that the actor is not muted. It matters for notifications from before the mute, because later ones are not
 * stored.
 */
const isUnmutedActor = isUnmuted(sql`notifications.user_id`, sql`notifications.actor_id`)

const isActorShown = sql<boolean>`
  not exists (select from users where users.id = notifications.actor_id and users.is_hidden)`

const isCommentShown = sql<boolean>`(
  notifications.comment_id is null
  or not exists (select from comments where comments.id = notifications.comment_id and comments.is_hidden))`

/** Condition that the recipient may see the clip, which the recipient owns for some kinds of notification only. */
const isClipShown = sql<boolean>`(
  notifications.video_id is null
  or exists (select from videos
    where videos.id = notifications.video_id and ${isVisibleTo(sql`notifications.user_id`)}))`

/**
 * Condition that a row of `notifications` is listed and counted. A notification is left out while its actor is muted or
 * suspended, its comment is hidden, or its clips are hidden from the recipient. Meanwhile it stays read or unread.
 */
export const isShown = sql<boolean>`(
  ${isUnmutedActor} and ${isActorShown} and ${isCommentShown} and ${isClipShown} and ${hasNotifiedClip})`
