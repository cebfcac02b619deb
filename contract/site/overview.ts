import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, Timestamp } from '../fields.ts'
import { Role } from '../account/users.ts'

/** The number of pending items, and the time of the oldest; null if there are none. */
const Waiting = z.object({ count: Count, oldest: z.nullable(Timestamp) })

/** A moderator or admin. */
const Staff = z.object({ id: Id, username: z.nullable(z.string()), displayName: z.string(), role: Role })

export const Overview = z.object({
  people: z.object({
    /** Number of people, not counting samples. */
    total: Count,
    newThisWeek: Count,
    /** Number of people who have a session. Sessions last 30 days. */
    signedIn: Count,
  }),
  clips: z.object({
    total: Count,
    hidden: Count,
    /** Bytes of all stored files: originals, renditions, pictures and uploads. */
    bytes: Count,
    /** Clips with a rendition that failed. */
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
  /** Backlogs by job name. Queues without jobs are left out. */
  queues: z.array(z.object({ name: z.string(), waiting: Count, running: Count, oldest: z.nullable(Timestamp) })),
  /** Running processes. A process that stopped without signing off is listed for another hour. */
  processes: z.array(
    z.object({
      id: Id,
      role: z.enum(['all', 'web', 'worker']),
      host: z.string(),
      pid: Count,
      version: z.string(),
      startedAt: Timestamp,
      /** Time of the last heartbeat. */
      beatAt: Timestamp,
      isAlive: z.boolean(),
    }),
  ),
  /** The state of e-mail delivery; null without a mail server. */
  letters: z.nullable(
    z.object({
      waiting: Count,
      /** Number of e-mails given up within the last day. */
      failed: Count,
      /** The mail server's last refusal and its time; both are null if there was none. */
      lastWords: z.nullable(z.string()),
      refusedAt: z.nullable(Timestamp),
    }),
  ),
  machine: z.object({
    version: z.string(),
    startedAt: Timestamp,
    databaseVersion: z.string(),
    databaseBytes: Count,
    /** The file system of the objects comes first. */
    disks: z.array(z.object({ folder: z.string(), freeBytes: Count, totalBytes: Count })),
    /** Whether new uploads are refused for lack of space. */
    isDiskLow: z.boolean(),
    /** Time of the last complete `npm run backup`; null without any. */
    lastBackupAt: z.nullable(Timestamp),
  }),
  storage: z.object({
    /** Sum of the storage limits of all accounts, not counting samples. */
    promisedGb: Count,
    /** Whether `promisedGb` exceeds the size of the disk with the files. Always false for a bucket. */
    exceedsDisk: z.boolean(),
    /** The ten accounts that store most. */
    largest: z.array(
      z.object({
        id: Id,
        userNumber: z.int(),
        username: z.nullable(z.string()),
        displayName: z.string(),
        storedBytes: Count,
        videosCount: Count,
      }),
    ),
  }),
  staff: z.array(Staff),
  /** Staff who used more than half of an hour's limit within ten minutes: their accounts may be stolen. */
  hurried: z.array(z.object({ id: Id, displayName: z.string(), decisions: Count, suspensions: Count })),
})
export type Overview = z.output<typeof Overview>

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/overview',
  access: 'admin',
  summary: 'The state of the site and its machine. For admins.',
  response: Overview,
})

export const removeSamples = endpoint({
  method: 'DELETE',
  path: '/api/samples',
  access: 'confirmed-admin',
  summary: 'Permanently remove the sample clips and creators. For admins; asks for the password.',
  response: z.object({ creators: Count, clips: Count }),
})
