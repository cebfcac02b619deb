import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, visibleLine, visibleText } from '../fields.ts'
import { Statement } from './appeals.ts'
import { NOTICE_NAME_MAX_LENGTH, NOTICE_TEXT_MAX_LENGTH } from './takedown-notices.ts'

/**
 * The USA's Copyright Act, § 512(g)(2), requires 10 to 14 business days. At most two federal holidays fall into 12
 * weekdays, so these include 10 to 12 business days.
 */
export const RESTORED_AFTER_WEEKDAYS = 12

/** The parts of a counter-notice required by § 512(g)(3). The decision names the removed item and its address. */
export const CounterNoticeBody = z.strictObject({
  explanation: visibleText(NOTICE_TEXT_MAX_LENGTH, 'Please explain why it was a mistake', 'to explain it'),
  name: visibleLine(NOTICE_NAME_MAX_LENGTH, 'Please enter your name', 'for your name'),
  /** Postal address and telephone number. */
  contact: visibleText(NOTICE_TEXT_MAX_LENGTH, 'Please enter a postal address and a phone number', 'for your address'),
  isMistaken: z.literal(true, 'Please confirm that it was hidden by mistake'),
  acceptsCourt: z.literal(true, 'Please confirm that you accept the court’s jurisdiction'),
  /** The sender's full name, typed once more. */
  signature: visibleLine(NOTICE_NAME_MAX_LENGTH, 'Please sign with your full name', 'for your signature'),
})
export type CounterNoticeBody = z.output<typeof CounterNoticeBody>

export const sendCounterNotice = endpoint({
  method: 'POST',
  path: '/api/account/decisions/:id/counter-notice',
  access: 'account',
  summary:
    'Answer a copyright notice after which a clip or comment of the caller was hidden, once. The operator forwards the answer to the sender of the notice. The item is shown again after 12 weekdays unless the sender goes to court. Suspended people may answer, too.',
  params: IdParams,
  body: CounterNoticeBody,
  response: Statement,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const markCourtAction = endpoint({
  method: 'PUT',
  path: '/api/decisions/:id/court-action',
  access: 'confirmed-admin',
  summary:
    'Record whether the sender of a copyright notice has gone to court after a counter-notice. If so, the item stays hidden. For admins; asks for the password.',
  params: IdParams,
  body: z.strictObject({ isCourtAction: z.boolean() }),
  response: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
