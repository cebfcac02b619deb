import { sql, type RawBuilder } from 'kysely'
import type { CurrentMuteOrBlock } from '../../contract/social/profiles.ts'
import { AppError } from '../errors/app-error.ts'

/** An id, or the column of a query that contains one. */
type Who = string | RawBuilder<unknown>

const asSql = (who: Who) => (typeof who === 'string' ? sql`${who}::uuid` : who)

/** Whether `author` is neither muted nor blocked by `viewer`. */
export function isUnmuted(viewer: Who, author: Who): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from relations where relations.user_id = ${asSql(viewer)} and relations.target_id = ${asSql(author)})`
}

/** Selects the viewer's mute or block of a row of `users`; null if there is none. */
export function muteOrBlockOf(viewer: string | undefined): RawBuilder<CurrentMuteOrBlock> {
  return sql<CurrentMuteOrBlock>`(
    select kind from relations where relations.user_id = ${viewer ?? null}::uuid and relations.target_id = users.id)`
}

/** Whether `owner` has blocked `person` from following them and from liking or commenting on their clips. */
export function hasBlocked(owner: Who, person: Who): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from relations where relations.user_id = ${asSql(owner)} and relations.target_id = ${asSql(person)}
      and relations.kind = 'block')`
}

/** @param action The refused action, such as `like their clips`. */
export function blockedFrom(action: string): AppError {
  return new AppError('BLOCKED', `This person has blocked you, so you cannot ${action}.`)
}
