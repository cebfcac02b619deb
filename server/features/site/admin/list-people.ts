import { sql } from 'kysely'
import type { AdminPerson } from '../../../../contract/site/people.ts'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import type { listPeople as endpoint } from '../../../../contract/site/people.ts'
import { accountStatusColumns } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { cutPage, decodeRankCursor, encodeRankCursor } from '../../../http/cursor.ts'
import { shownEmail } from '../roles/staff.queries.ts'

type Row = Omit<AdminPerson, 'shownEmail' | 'joinRequest'> & {
  email: string
  isWaiting: boolean
  reason: string | null
  askedAt: string | null
  answer: string | null
}

const isShown = {
  all: sql`true`,
  staff: sql`users.role <> 'member'`,
  measured: sql`(users.suspended_until is not null or users.restricted_until > now())`,
  leaving: sql`users.delete_after is not null`,
  // Rejected registrations are listed separately.
  waiting: sql`(users.waiting_since is not null and join_requests.answer is null)`,
} as const

/**
 * Lists accounts by part of their name, by their whole e-mail address or its domain, by the day of their registration,
 * or by kind: newest first. Accounts that await approval come in the order of their registration instead.
 */
export async function listPeople(
  db: Db,
  { q, show, joinedFrom, joinedUntil, clips, limit, cursor }: QueryOf<typeof endpoint>,
): Promise<{ people: AdminPerson[]; nextCursor: string | null }> {
  const typed = q.trim().toLowerCase()
  const after = decodeRankCursor(cursor)?.userNumber
  const direction = show === 'waiting' ? sql`asc` : sql`desc`
  const { rows: found } = await sql<Row>`
    select users.id, users.user_number, users.username, users.display_name, users.avatar_url, users.email,
      users.is_sample, users.role, users.joined_date, users.videos_count, ${accountStatusColumns},
      users.storage_limit_gb, coalesce(kept_bytes.size_bytes, 0)::bigint as stored_bytes,
      (select count(*)::int from decisions where person_id = users.id and measure <> 'none') as decisions_count,
      users.waiting_since is not null as is_waiting,
      join_requests.reason, join_requests.asked_at, join_requests.answer
    from users left join join_requests on join_requests.user_id = users.id
      left join kept_bytes on kept_bytes.user_id = users.id
    where ${isShown[show]} and ${matches(typed)} and ${isAfter(after, show)}
      and (${joinedFrom} = '' or users.joined_date >= ${startOf(joinedFrom)})
      and (${joinedUntil} = '' or users.joined_date < ${startOf(joinedUntil)} + interval '1 day')
      and (${clips} = 'any' or users.videos_count = 0)
    order by users.user_number ${direction} limit ${limit + 1}`.execute(db)
  const { rows, nextCursor } = cutPage(found, limit, ({ userNumber }) => encodeRankCursor({ value: 0, userNumber }))
  return { people: rows.map((row) => presentPerson(row, typed)), nextCursor }
}

function matches(typed: string) {
  if (typed === '') return sql`true`
  if (typed.startsWith('@')) {
    return sql`(users.email like ${`%${asPattern(typed)}`} or users.email like ${`%@%.${asPattern(typed.slice(1))}`})`
  }
  if (typed.includes('@')) return sql`users.email = ${typed}`
  return sql`users.id in (select user_id from creator_names where names like ${`%${asPattern(typed)}%`})`
}

function asPattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** The first moment of a day in UTC. An empty day is null. */
function startOf(day: string) {
  return sql`nullif(${day}, '')::date::timestamp at time zone 'utc'`
}

function isAfter(userNumber: number | undefined, show: keyof typeof isShown) {
  if (userNumber === undefined) return sql`true`
  return show === 'waiting' ? sql`users.user_number > ${userNumber}` : sql`users.user_number < ${userNumber}`
}

/**
 * Presents an account. Its shortened e-mail address is shown only to an admin who searched for the whole one. The admin
 * learns which account has the address, and nothing about the address that they did not know.
 */
function presentPerson({ email, isWaiting, reason, askedAt, answer, ...person }: Row, typed: string): AdminPerson {
  return {
    ...person,
    shownEmail: typed === email ? shownEmail(email) : null,
    joinRequest: isWaiting ? { reason, askedAt, answer } : null,
  }
}
