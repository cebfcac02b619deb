import { sql } from 'kysely'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isVisibleTo } from '../../../access/visibility.ts'
import { hasNotifiedClip } from './published-that-day.ts'

/**
 * Condition that the actor is not muted. It covers notifications from before the mute. Later ones are not stored at
 * all.
 */
const isUnmutedActor = isUnmuted(sql`notifications.user_id`, sql`notifications.actor_id`)

const isActorShown = sql<boolean>`
  not exists (select from users where users.id = notifications.actor_id and users.is_hidden)`

const isCommentShown = sql<boolean>`(
  notifications.comment_id is null
  or not exists (select from comments where comments.id = notifications.comment_id and comments.is_hidden))`

/**
 * Condition that the recipient may see the clip. It is the same for all types of notification, although the recipient
 * owns the clip only for some of them.
 */
const isClipShown = sql<boolean>`(
  notifications.video_id is null
  or exists (select from videos
    where videos.id = notifications.video_id and ${isVisibleTo(sql`notifications.user_id`)}))`

/**
 * Whether a row of `notifications` is listed and counted. A notification is left out while its actor is muted or
 * suspended, its comment is hidden, or its clips are hidden from the recipient. When it is shown again, it is unread if
 * it was unread before.
 */
export const isShown = sql<boolean>`(
  ${isUnmutedActor} and ${isActorShown} and ${isCommentShown} and ${isClipShown} and ${hasNotifiedClip})`
