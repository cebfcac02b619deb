import { type RawBuilder, sql } from 'kysely'

/** Returns the UTC day of a timestamp. */
export function dayOf(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${moment} at time zone 'UTC')::date`
}

/**
 * Condition that a row of `videos` is covered by a row of `notifications`: it is a public clip that the actor published
 * on the notification's day. It uses the index `videos_of_user`.
 */
export const isNotifiedClip = sql<boolean>`(
  videos.user_id = notifications.actor_id and not videos.is_hidden
  and videos.created_at >= notifications.day::timestamp at time zone 'UTC'
  and videos.created_at < (notifications.day + 1)::timestamp at time zone 'UTC')`

/** Condition that a row of `notifications` about new clips covers at least one clip that is still public. */
export const hasNotifiedClip = sql<boolean>`(
  notifications.type <> 'publish' or exists (select from videos where ${isNotifiedClip}))`
