import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { Id, NextCursor, pageQuery, Timestamp } from '../fields.ts'

/** What somebody who looks after the site did. */
export const StaffLogLine = z.object({
  id: z.string(),
  at: Timestamp,
  /** What was done, by the name of `StaffAct` (server/features/moderation/public-log/staff-log.ts). */
  act: z.string(),
  /** Who did it; null for whoever runs the machine (`npm run admin`). `name` is null for somebody who is gone. */
  actor: z.nullable(z.object({ id: Id, name: z.nullable(z.string()) })),
  /** Whose account it is about, if it is about one. */
  person: z.nullable(z.object({ id: Id, name: z.nullable(z.string()) })),
  /** Short facts besides: ids, numbers, names of settings. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type StaffLogLine = z.output<typeof StaffLogLine>

export const listStaffLog = endpoint({
  method: 'GET',
  path: '/api/staff-log',
  summary: 'What staff did, the newest first. For admins.',
  query: pageQuery(50),
  response: z.object({ lines: z.array(StaffLogLine), nextCursor: NextCursor }),
  errors: [...activeErrors, 'ACCESS_DENIED'],
})
