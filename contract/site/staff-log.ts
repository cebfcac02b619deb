import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, NextCursor, pageQuery, Timestamp } from '../fields.ts'

/** An action of a moderator, an admin or the operator. */
export const StaffLogLine = z.object({
  id: z.string(),
  at: Timestamp,
  /** The action, by its name in `StaffAct` (server/access/staff-log.ts). */
  act: z.string(),
  /** The actor; null for the operator (`npm run admin`). `name` is null for a deleted account. */
  actor: z.nullable(z.object({ id: Id, name: z.nullable(z.string()) })),
  /** The account concerned, if any. */
  person: z.nullable(z.object({ id: Id, name: z.nullable(z.string()) })),
  /** Short additional facts: ids, numbers, names of settings. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type StaffLogLine = z.output<typeof StaffLogLine>

export const listStaffLog = endpoint({
  method: 'GET',
  path: '/api/staff-log',
  access: 'admin',
  summary: 'Actions of staff, newest first. For admins.',
  query: pageQuery(50),
  response: z.object({ lines: z.array(StaffLogLine), nextCursor: NextCursor }),
})
