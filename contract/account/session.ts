import { endpoint } from '../endpoint.ts'
import { OwnUser } from '../social/profiles.ts'

/** Endpoints of every page, kept apart from those of the sign-in form, whose schemas the first page should not load. */

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
