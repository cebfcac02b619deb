import { endpoint } from '../endpoint.ts'
import { OwnUser } from '../social/profiles.ts'

/**
 * The endpoints that every page calls. They are not in `sign-in.ts`, because the first page should not load the schemas
 * of the sign-in form.
 */

export const getOwnUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user. 401 when signed out.',
  response: OwnUser,
  errors: ['LOGIN_REQUIRED'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out. Also succeeds when signed out.',
  response: null,
})
