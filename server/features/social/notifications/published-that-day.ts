import { type RawBuilder, sql } from 'kysely'

/** Returns the UTC day of a timestamp. */
export function dayOf(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${moment} at time zone 'UTC')::date`
}

/**
 * Whether a row of `videos` is a clip that a row of `notifications` covers: a public clip that the actor of the
 * notification published on the day of the notification. It uses the index `videos_of_user`.
 */
export const isNotifiedClip = sql<boolean>`(
  videos.user_id = notifications.actor_id and not videos.is_hidden
  and videos.created_at >= notifications.day::timestamp at time zone 'UTC'
  and videos.created_at < (notifications.day + 1)::timestamp at time zone 'UTC')`

/** Whether a row of `notifications` still has a clip. All clips of that day may be hidden or deleted by now. */
export const hasNotifiedClip = sql<boolean>`(
  notifications.type <> 'publish' or exists (select from videos where ${isNotifiedClip}))`
