import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { Count, Id, Timestamp } from '../fields.ts'
import { Role } from '../social/profiles.ts'

/** Things that wait, and since when the longest has; null if nothing does. */
const Waiting = z.object({ count: Count, oldest: z.nullable(Timestamp) })

/** Somebody who looks after the site. */
const Staff = z.object({ id: Id, username: z.nullable(z.string()), displayName: z.string(), role: Role })

export const Overview = z.object({
  people: z.object({
    /** Samples are nobody. */
    total: Count,
    newThisWeek: Count,
    /** Signed in somewhere; sessions last 30 days. */
    signedIn: Count,
  }),
  clips: z.object({
    total: Count,
    hidden: Count,
    /** What is stored: originals and all that was made of them. */
    bytes: Count,
    /** Of which something could not be made. */
    failed: Count,
  }),
  samples: Count,
  waiting: z.object({
    cases: Waiting,
    appeals: Waiting,
    comments: Waiting,
    accounts: Waiting,
    counterNotices: Waiting,
  }),
  /** By the job's name, those that have something to do. */
  queues: z.array(z.object({ name: z.string(), waiting: Count, running: Count, oldest: z.nullable(Timestamp) })),
  /** Those that run, and for an hour those that ended without a word. */
  processes: z.array(
    z.object({
      id: Id,
      role: z.enum(['all', 'web', 'worker']),
      host: z.string(),
      pid: Count,
      version: z.string(),
      startedAt: Timestamp,
      /** The last heartbeat. */
      beatAt: Timestamp,
      isAlive: z.boolean(),
    }),
  ),
  /** Null where no mail server is set. */
  letters: z.nullable(
    z.object({
      waiting: Count,
      /** Given up in the last day. */
      failed: Count,
      /** What the mail server said when it last refused one, and when; null if it has not. */
      lastWords: z.nullable(z.string()),
      refusedAt: z.nullable(Timestamp),
    }),
  ),
  machine: z.object({
    version: z.string(),
    startedAt: Timestamp,
    databaseVersion: z.string(),
    databaseBytes: Count,
    /** Of the objects' file system first. */
    disks: z.array(z.object({ folder: z.string(), freeBytes: Count, totalBytes: Count })),
    /** Whether new uploads are refused for want of room. */
    isDiskLow: z.boolean(),
  }),
  staff: z.array(Staff),
  /** Moderators who have decided unusually much within ten minutes: perhaps it is not them. */
  hurried: z.array(z.object({ id: Id, displayName: z.string(), decisions: Count, suspensions: Count })),
})
export type Overview = z.output<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/overview',
  summary: 'How the site and its machine are. For admins.',
  response: Overview,
  errors: [...activeErrors, 'ACCESS_DENIED'],
})

export const removeSamples = endpoint({
  method: 'DELETE',
  path: '/api/samples',
  summary: 'Remove the clips and creators that came with Reverie, for good. For admins; asks for the password.',
  response: z.object({ creators: Count, clips: Count }),
  errors: [...activeErrors, 'ACCESS_DENIED', 'CONFIRM_REQUIRED', 'PASSKEY_REQUIRED'],
})
