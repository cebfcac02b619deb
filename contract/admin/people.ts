import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { activeErrors } from '../errors.ts'
import { IdParams, text } from '../fields.ts'
import { Role } from '../users.ts'

export const claimSite = endpoint({
  method: 'POST',
  path: '/api/claims',
  summary: 'Become an admin by the link that `npm run admin` printed: good for an hour, once. The session id changes.',
  body: z.strictObject({ token: text(200, 'This link is not whole') }),
  response: z.object({ role: Role }),
  errors: [...activeErrors, 'NOT_FOUND'],
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/people/:id/role',
  summary: 'Say what somebody is on this site. For admins; asks for the password.',
  params: IdParams,
  body: z.strictObject({ role: Role }),
  response: z.object({ role: Role }),
  errors: [...activeErrors, 'ACCESS_DENIED', 'CONFIRM_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
})
