import { sql } from 'kysely'
import { isUnmuted } from '../../../access/relations.ts'

/** Of those that came before somebody muted their actor; later ones are not written at all. */
const isUnmutedActor = isUnmuted(sql`notifications.user_id`, sql`notifications.actor_id`)

const isActorShown = sql<boolean>`
  not exists (select from users where users.id = notifications.actor_id and users.is_hidden)`

const isCommentShown = sql<boolean>`(
  notifications.comment_id is null
  or not exists (select from comments where comments.id = notifications.comment_id and comments.is_hidden))`

/** Others are about the recipient's own video. */
const isRemixShown = sql<boolean>`(
  notifications.type <> 'remix'
  or not exists (select from videos where videos.id = notifications.video_id and videos.is_hidden))`

/**
 * Of a row of `notifications`. Whoever did what it tells of may be muted or suspended, and a comment or a remix hidden: it
 * is neither listed nor counted then, and comes back with its cause, as unread as it was.
 */
export const isShown = sql<boolean>`(${isUnmutedActor} and ${isActorShown} and ${isCommentShown} and ${isRemixShown})`
