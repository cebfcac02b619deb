import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, text } from '../fields.ts'
import { Role, roles } from '../account/users.ts'

export const claimSite = endpoint({
  method: 'POST',
  path: '/api/claims',
  access: 'account',
  summary:
    'Become an admin with the link that `npm run admin` printed, valid once and for an hour. The session id changes.',
  body: z.strictObject({ token: text(200, 'This link is incomplete') }),
  response: z.object({ role: Role }),
  errors: ['ACCOUNT_RESTRICTED', 'ACCOUNT_WAITING', 'NOT_FOUND'],
})

export const ChangeRoleBody = z.strictObject({ role: z.enum(roles) })

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/people/:id/role',
  access: 'confirmed-admin',
  summary: 'Change the role of an account. For admins; asks for the password.',
  params: IdParams,
  body: ChangeRoleBody,
  response: z.object({ role: Role }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})
