import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { Count, Id, IdParams, Timestamp } from '../fields.ts'
import { DecisionBody, LiftBody, RuleKey } from './decisions.ts'

/** Maximum number of subjects of one batch. */
export const BATCH_MAX = 500

/** An enforcement that a batch can have. Cases without a violation are closed one by one. */
const BatchEnforcement = z.enum(['warn', 'hide', 'restrict', 'suspend'], 'Please choose an action')

export const BatchBody = z
  .safeExtend(DecisionBody, {
    kind: z.enum(['video', 'comment', 'account']),
    subjectIds: z
      .array(Id)
      .check(
        z.minLength(1, 'Please select at least one'),
        z.maxLength(BATCH_MAX, `Please select at most ${BATCH_MAX} at once`),
      ),
    measure: BatchEnforcement,
  })
  .check(
    z.refine(({ kind, measure }) => kind !== 'account' || measure !== 'hide', {
      path: ['measure'],
      message: 'An account is restricted or suspended, not hidden',
    }),
  )
export type BatchBody = z.output<typeof BatchBody>

/** A decision about many subjects, with its progress. */
export const Batch = z.object({
  id: Id,
  kind: z.enum(['video', 'comment', 'account']),
  rule: RuleKey,
  measure: BatchEnforcement,
  until: z.nullable(Timestamp),
  /** The moderator's name; null for a deleted account. */
  madeBy: z.nullable(z.string()),
  madeAt: Timestamp,
  /** The name of the person who undid it; null if it was not undone, or for a deleted account. */
  undoneBy: z.nullable(z.string()),
  undoneAt: z.nullable(Timestamp),
  /** Whether items are left to decide or to reverse. */
  isRunning: z.boolean(),
  total: Count,
  /** Items that wait for their decision. */
  waiting: Count,
  /** Items with a decision that the batch has not reversed. */
  decided: Count,
  undone: Count,
  /** Why items have no decision, or why their decision was not reversed, with the number of items. */
  skipped: z.array(z.object({ reason: z.string(), count: Count })),
  /** Whether the caller may undo it: its moderator or an admin, and an admin again if some decisions were not reversed. */
  mayUndo: z.boolean(),
})
export type Batch = z.output<typeof Batch>

const forStaff = [...activeErrors, 'ACCESS_DENIED', 'CONFIRM_REQUIRED', 'PASSKEY_REQUIRED'] as const

export const makeBatch = endpoint({
  method: 'PUT',
  path: '/api/batches/:id',
  summary: `Decide about up to ${BATCH_MAX} accounts, clips or comments at once, in the background. The caller chooses the id: sending it again changes nothing. For staff; asks for the password.`,
  params: IdParams,
  body: BatchBody,
  response: Batch,
  errors: [...forStaff, 'CONFLICT'],
})

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/batches',
  summary:
    'The last 20 batches of decisions with their progress, and the last 20 waves of comments, newest first. For staff.',
  response: z.object({ batches: z.array(Batch) }),
  errors: [...activeErrors, 'ACCESS_DENIED'],
})

export const undoBatch = endpoint({
  method: 'POST',
  path: '/api/batches/:id/undo',
  summary:
    'Stop a batch and reverse its decisions in the background, with a sentence for the people. Undoing it again changes nothing, unless an admin does so because some decisions were not reversed. For the moderator who made it and for admins; asks for the password.',
  params: IdParams,
  body: LiftBody,
  response: Batch,
  errors: [...forStaff, 'NOT_FOUND'],
})
