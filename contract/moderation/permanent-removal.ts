import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, visibleText } from '../fields.ts'
import { RuleKey } from './decisions.ts'

/** Leaves room for an appended sentence, which says that the clip was permanently removed. */
export const REMOVAL_FACTS_MAX_LENGTH = 1_900

export const PermanentRemovalBody = z.strictObject({
  rule: RuleKey,
  facts: visibleText(REMOVAL_FACTS_MAX_LENGTH, 'Please describe what you saw, and where', 'for the facts'),
})

export const removeVideoPermanently = endpoint({
  method: 'POST',
  path: '/api/cases/:id/erase',
  access: 'confirmed-admin',
  summary:
    'Permanently remove the clip that a case is about: its bytes are deleted within a minute, and the same file is refused from then on. The person gets a decision as usual. For admins; asks for the password.',
  params: IdParams,
  body: PermanentRemovalBody,
  response: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
