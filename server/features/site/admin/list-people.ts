import { sql } from 'kysely'
import type { ApprovalRequest } from '../../../../contract/account/registration-approval.ts'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { BATCH_MAX } from '../../../../contract/moderation/batches.ts'
import type {
  AdminPerson,
  listPeople as endpoint,
  selectPeople as selectEndpoint,
} from '../../../../contract/site/people.ts'
import type { Person } from '../../../access/can.ts'
import { accountStatusColumns } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { escapeLike } from '../../../db/like-pattern.ts'
import { foldName } from '../../social/profiles/fold-name.ts'
import { AppError } from '../../../errors/app-error.ts'
import { cutPage, decodeNumberCursor, encodeNumberCursor } from '../../../http/cursor.ts'
import { shownEmail } from '../roles/staff.queries.ts'

type Row = Omit<AdminPerson, 'shownEmail' | 'joinRequest' | 'invitation'> &
  ApprovalRequest & { email: string; invitationId: string | null; note: string | null; isWaiting: boolean }

/** Conditions on `users`. That of `waiting` also reads `join_requests`. */
const isShown = {
  all: sql`true`,
  staff: sql`users.role <> 'member'`,
  measured: sql`(users.suspended_until is not null or users.restricted_until > now())`,
  leaving: sql`users.delete_after is not null`,
  // Rejected registrations are listed separately.
  waiting: sql`(users.waiting_since is not null and join_requests.answer is null)`,
} as const

type PeopleFilter = QueryOf<typeof selectEndpoint>

/** Maximum number of e-mail domains in a search. Each one adds two patterns to compare with every address. */
const DOMAINS_MAX = 100

/** Lists accounts that match a filter, newest first. With `show: 'waiting'`, the oldest registration comes first. */
export async function listPeople(
  db: Db,
  viewer: Person,
  { show, limit, cursor, ...filter }: QueryOf<typeof endpoint>,
): Promise<{ people: AdminPerson[]; nextCursor: string | null }> {
  const after = decodeNumberCursor(cursor)?.number
  const direction = show === 'waiting' ? sql`asc` : sql`desc`
  const { rows: found } = await sql<Row>`
    select users.id, users.user_number, users.username, users.display_name, users.avatar_url, users.email,
      users.is_sample, users.role, users.joined_date, users.deletion_reason, users.videos_count, ${accountStatusColumns},
      users.storage_limit_gb, coalesce(kept_bytes.size_bytes, 0)::bigint as stored_bytes,
      (select count(*)::int from decisions where person_id = users.id and measure <> 'none') as decisions_count,
      users.waiting_since is not null as is_waiting,
      invited_users.invitation_id, invitations.note, join_requests.reason, join_requests.asked_at, join_requests.answer
    from users left join join_requests on join_requests.user_id = users.id
      left join kept_bytes on kept_bytes.user_id = users.id
      left join invited_users on invited_users.user_id = users.id
      left join invitations on invitations.id = invitation_id
    where ${isShown[show]} and ${matches(filter, viewer)} and ${isAfter(after, show)}
    order by users.user_number ${direction} limit ${limit + 1}`.execute(db)
  const { rows, nextCursor } = cutPage(found, limit, ({ userNumber }) => encodeNumberCursor({ number: userNumber }))
  return { people: rows.map((row) => presentPerson(row, viewer, filter.q.trim().toLowerCase())), nextCursor }
}

/**
 * Lists the ids of the newest members that match a filter and can be suspended, at most `BATCH_MAX`.
 *
 * @throws {AppError} VALIDATION_FAILED for an empty filter, which all members would match.
 */
export async function selectPeople(
  db: Db,
  viewer: Person,
  filter: PeopleFilter,
): Promise<{ ids: string[]; isCut: boolean }> {
  const { clips, ...texts } = filter
  if (clips === 'any' && Object.values(texts).every((value) => value.trim() === '')) {
    throw new AppError('VALIDATION_FAILED', 'Please search for something first')
  }
  const { rows } = await sql<{ id: string }>`
    select id from users
    where ${matches(filter, viewer)} and role = 'member' and not is_sample and suspended_until is null
    order by user_number desc limit ${BATCH_MAX + 1}`.execute(db)
  return { ids: rows.slice(0, BATCH_MAX).map(({ id }) => id), isCut: rows.length > BATCH_MAX }
}

/** Returns the condition that a row of `users` matches the filter. */
function matches({ q, joinedFrom, joinedUntil, clips, comment, invitation }: PeopleFilter, viewer: Person) {
  return sql`(
    ${matchesText(q.trim().toLowerCase(), viewer)}
    and (${joinedFrom} = '' or users.joined_date >= ${startOf(joinedFrom)})
    and (${joinedUntil} = '' or users.joined_date < ${startOf(joinedUntil)} + interval '1 day')
    and (${clips} = 'any' or users.videos_count = 0)
    and (${invitation} = '' or users.id in (
      select user_id from invited_users where invitation_id = nullif(${invitation}, '')::uuid
    ))
    and (${comment.trim()} = '' or exists (
      select from comments where comments.user_id = users.id and text ilike ${`%${escapeLike(comment.trim())}%`}
    ))
  )`
}

function matchesText(typed: string, viewer: Person) {
  if (typed === '') return sql`true`
  const parts = typed.split(/[\s,]+/).filter(Boolean)
  if (parts.length > 0 && parts.every((part) => part.startsWith('@'))) {
    const patterns = parts.slice(0, DOMAINS_MAX).flatMap((domain) => {
      return [`%${escapeLike(domain)}`, `%@%.${escapeLike(domain.slice(1))}`]
    })
    return sql`users.email like any (${patterns}::text[])`
  }
  // Moderators must not find out to which account an address belongs.
  if (typed.includes('@')) return viewer.role === 'admin' ? sql`users.email = ${typed}` : sql`false`
  return sql`users.id in (select user_id from creator_names where names like ${`%${escapeLike(foldName(typed))}%`})`
}

/** Returns the first moment of a day in UTC, or null for an empty day. */
function startOf(day: string) {
  return sql`nullif(${day}, '')::date::timestamp at time zone 'utc'`
}

function isAfter(userNumber: number | undefined, show: keyof typeof isShown) {
  if (userNumber === undefined) return sql`true`
  return show === 'waiting' ? sql`users.user_number > ${userNumber}` : sql`users.user_number < ${userNumber}`
}

/**
 * Presents an account. Only an admin who searched for the whole e-mail address sees its shortened form. The admin then
 * learns which account has the address, and nothing new about the address.
 */
function presentPerson(
  { email, isWaiting, reason, askedAt, answer, invitationId, note, ...person }: Row,
  viewer: Person,
  typed: string,
): AdminPerson {
  const isAdmin = viewer.role === 'admin'
  return {
    ...person,
    shownEmail: isAdmin && typed === email ? shownEmail(email) : null,
    invitation: invitationId === null ? null : { id: invitationId, note },
    joinRequest: isAdmin && isWaiting ? { reason, askedAt, answer } : null,
  }
}
