import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Timestamp } from '../fields.ts'
import { SignInMethod } from './account.ts'

/** A device on which the account is signed in: one session. */
export const Device = z.object({
  id: Id,
  /** The browser and its system, such as `Firefox on Linux`; null if unknown. */
  browser: z.nullable(z.string()),
  method: SignInMethod,
  /** Time of the sign-in. */
  createdAt: Timestamp,
  /** Time of the last use, accurate to a few minutes. */
  usedAt: Timestamp,
  /** Whether it is the caller's session. */
  isThis: z.boolean(),
})
export type Device = z.output<typeof Device>

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/account/devices',
  access: 'account',
  summary:
    'The devices that are signed in: this one first, then the most recently used. There are at most 50: another sign-in ends the least recently used session.',
  response: z.object({ devices: z.array(Device) }),
})

export const endDevice = endpoint({
  method: 'DELETE',
  path: '/api/account/devices/:id',
  access: 'confirmed',
  summary: 'Sign a device out.',
  params: IdParams,
  response: null,
  errors: ['NOT_FOUND'],
})

export const endOtherDevices = endpoint({
  method: 'DELETE',
  path: '/api/account/devices',
  access: 'confirmed',
  summary: 'Sign out all other devices.',
  response: null,
})
