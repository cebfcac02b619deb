import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, text, Timestamp } from '../fields.ts'
import { AccountStatus, Role } from '../account/users.ts'
import { BATCH_MAX } from '../moderation/batches.ts'
import { NamedPerson } from '../social/profiles.ts'
import { ApprovalRequest } from '../account/registration-approval.ts'
import { StorageLimitGb } from './storage.ts'

/** An account, as staff see it, without its full e-mail address. */
export const AdminPerson = z.extend(NamedPerson, {
  userNumber: z.int(),
  /** `a•••@example.org` if an admin searched for the whole address; null otherwise. */
  shownEmail: z.nullable(z.string()),
  isSample: z.boolean(),
  role: Role,
  standing: AccountStatus,
  /** End of the enforcement, or time of the deletion; null if there is none. */
  standingUntil: z.nullable(Timestamp),
  /** Why an admin scheduled its deletion; null otherwise. */
  deletionReason: z.nullable(z.string()),
  joinedDate: Timestamp,
  videosCount: Count,
  /** Bytes of published clips, their renditions and the picture. Uploads in progress are not counted. */
  storedBytes: Count,
  /** The person’s own storage limit; null if the limit of the site applies. */
  storageLimitGb: z.nullable(StorageLimitGb),
  /** Number of decisions with enforcement, including lifted ones. */
  decisionsCount: Count,
  /** The invitation with which it was created; null if there was none. */
  invitation: z.nullable(z.object({ id: Id, note: z.nullable(z.string()) })),
  /** The request of an account that awaits approval. For admins only; null otherwise. */
  joinRequest: z.nullable(ApprovalRequest),
})
export type AdminPerson = z.output<typeof AdminPerson>

/** A day in UTC, or `''` for any. */
const Day = z._default(z.string().check(z.refine(isDayOrEmpty, 'Please enter a date such as 2026-11-26')), '')

/** The database has no year 0. */
function isDayOrEmpty(value: string): boolean {
  if (value === '') return true
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(value)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Query parameters that filter a list of accounts. */
const peopleFilter = {
  /**
   * Part of a name, or a complete e-mail address (for admins only). It can also be up to 100 e-mail domains, each with
   * an `@` before it. Their subdomains are included. Names of accounts that await approval are not searched.
   */
  q: z._default(text(5_000), ''),
  joinedFrom: Day,
  joinedUntil: Day,
  clips: z._default(z.enum(['any', 'none']), 'any'),
  /** Text that a comment of the account contains, in upper or lower case. */
  comment: z._default(text(200), ''),
  /** Id of the invitation with which the account was created, or `''` for any account. */
  invitation: z._default(z.union([z.literal(''), Id]), ''),
}

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'staff',
  summary:
    'Accounts, newest first. With `show=waiting`, those that await approval, the longest waiting first. For staff.',
  query: z.extend(pageQuery(30), {
    ...peopleFilter,
    show: z._default(z.enum(['all', 'staff', 'measured', 'waiting', 'leaving']), 'all'),
  }),
  response: z.object({ people: z.array(AdminPerson), nextCursor: NextCursor }),
})

export const selectPeople = endpoint({
  method: 'GET',
  path: '/api/people/ids',
  access: 'staff',
  summary: `The ids of all members that match a filter, which must not be empty, and are neither suspended nor samples, newest first, ${BATCH_MAX} at most. For staff.`,
  query: z.strictObject(peopleFilter),
  response: z.object({
    ids: z.array(Id),
    /** Whether more members match. */
    isCut: z.boolean(),
  }),
})

export const resetLimits = endpoint({
  method: 'POST',
  path: '/api/people/:id/limits/reset',
  access: 'confirmed-admin',
  summary:
    'Reset another moderator’s or admin’s limits of this hour: decisions, suspensions and batches. For admins; asks for the password.',
  params: IdParams,
  response: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const StorageLimitBody = z.strictObject({
  /** Null for the limit of the site. */
  storageLimitGb: z.nullable(StorageLimitGb),
})

export const changeStorageLimit = endpoint({
  method: 'PUT',
  path: '/api/people/:id/storage-limit',
  access: 'confirmed-admin',
  summary:
    'Change how much an account can store. Nothing is deleted if it stores more already. For admins; asks for the password.',
  params: IdParams,
  body: StorageLimitBody,
  response: StorageLimitBody,
  errors: ['NOT_FOUND'],
})
