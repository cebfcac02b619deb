import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, Timestamp } from '../fields.ts'
import { DecisionBody, Enforcement, LiftBody, RuleKey } from './decisions.ts'

/** Maximum number of subjects of one batch. */
export const BATCH_MAX = 500

/** `case`: open cases, each about a clip, a comment or an account. */
const BatchKind = z.enum(['video', 'comment', 'account', 'case'])
export type BatchKind = z.output<typeof BatchKind>

export const BatchBody = z
  .safeExtend(DecisionBody, {
    kind: BatchKind,
    subjectIds: z
      .array(Id)
      .check(
        z.minLength(1, 'Please select at least one'),
        z.maxLength(BATCH_MAX, `Please select at most ${BATCH_MAX} at once`),
      ),
    /**
     * Required for cases: how many reports the caller saw of each, in the order of `subjectIds`. A case with later
     * reports is skipped.
     */
    seenReports: z.optional(z.array(z.int32().check(z.nonnegative())).check(z.maxLength(BATCH_MAX))),
  })
  .check(
    z.refine(
      ({ kind, subjectIds, seenReports }) => (kind === 'case' ? subjectIds.length : undefined) === seenReports?.length,
      {
        path: ['seenReports'],
        message: '`seenReports` needs one number per case, and is allowed only for cases',
      },
    ),
    z.refine(({ kind, measure }) => kind === 'case' || measure !== 'none', {
      path: ['measure'],
      message: 'Please choose an action',
    }),
    z.refine(({ kind, measure }) => kind !== 'account' || measure !== 'hide', {
      path: ['measure'],
      message: 'An account is restricted or suspended, not hidden',
    }),
  )
export type BatchBody = z.output<typeof BatchBody>

/** A decision about many subjects, with its progress. */
export const Batch = z.object({
  id: Id,
  kind: BatchKind,
  rule: RuleKey,
  measure: Enforcement,
  until: z.nullable(Timestamp),
  /** The moderator's name; null for a deleted account. */
  madeBy: z.nullable(z.string()),
  madeAt: Timestamp,
  /** The name of the person who undid it; null if no one did, or if their account was deleted. */
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
  /**
   * The reasons why items have no decision, or why their decision was not reversed. Each has the number of items and,
   * for a batch of cases, the cases.
   */
  skipped: z.array(
    z.object({ reason: z.string(), count: Count, cases: z.array(z.object({ id: Id, subject: z.string() })) }),
  ),
  /**
   * Whether the caller may undo the batch. The moderator who made it and admins may. If some decisions were not
   * reversed, admins may undo it again.
   */
  mayUndo: z.boolean(),
})
export type Batch = z.output<typeof Batch>

export const makeBatch = endpoint({
  method: 'PUT',
  path: '/api/batches/:id',
  access: 'confirmed-staff',
  summary: `Decide about up to ${BATCH_MAX} accounts, clips, comments or open cases at once, in the background. Cases that have changed, or that the caller may not decide in a batch, are skipped with a reason. The caller chooses the id: sending it again changes nothing. For staff; asks for the password.`,
  params: IdParams,
  body: BatchBody,
  response: Batch,
  errors: ['CONFLICT'],
})

export const listBatches = endpoint({
  method: 'GET',
  path: '/api/batches',
  access: 'staff',
  summary:
    'The last 20 batches of decisions with their progress, and the last 20 waves of comments, newest first. For staff.',
  response: z.object({ batches: z.array(Batch) }),
})

export const undoBatch = endpoint({
  method: 'POST',
  path: '/api/batches/:id/undo',
  access: 'confirmed-staff',
  summary:
    'Stop a batch and reverse its decisions in the background, with a sentence for the people concerned. Undoing it again changes nothing, unless an admin does so because some decisions were not reversed. For the moderator who made it and for admins; asks for the password.',
  params: IdParams,
  body: LiftBody,
  response: Batch,
  errors: ['NOT_FOUND'],
})
