import { endpoint } from '../endpoint.ts'
import { OwnUser } from './users.ts'

/**
 * The endpoints that every page needs. They are not in `sign-in.ts`, because the first page should not load the schemas
 * of the sign-in form.
 */

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'account',
  summary: 'The signed-in user. 401 when signed out.',
  response: OwnUser,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'anyone',
  summary: 'Sign out. Also succeeds when signed out.',
  response: null,
})
