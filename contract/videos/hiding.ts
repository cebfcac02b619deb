import * as z from 'zod/mini'
import { Id } from '../fields.ts'

/**
 * Why a video is hidden: its file cannot be read; a decision of the moderators, which is named here and stands in full
 * among the owner's (`listStatements`); the account that it belongs to is.
 */
export const Hiding = z.object({
  reasons: z.array(z.enum(['file', 'moderation', 'account'])),
  decision: z.nullable(
    z.object({
      id: Id,
      rule: z.string(),
      ruleTitle: z.string(),
      facts: z.nullable(z.string()),
      decidedOn: z.iso.date(),
    }),
  ),
})
export type Hiding = z.output<typeof Hiding>
