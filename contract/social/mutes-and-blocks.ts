import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, NextCursor, pageQuery, Timestamp } from '../fields.ts'
import { CurrentMuteOrBlock, MuteOrBlock, NamedPerson } from './profiles.ts'

/** Maximum number of mutes and blocks of an account. Each list that leaves out muted people is checked against them. */
export const MUTES_AND_BLOCKS_MAX = 5_000

export const MuteOrBlockState = z.object({ relation: CurrentMuteOrBlock })
export type MuteOrBlockState = z.output<typeof MuteOrBlockState>

/** A person whom the viewer has muted or blocked. */
export const MutedPerson = z.extend(NamedPerson, {
  relation: MuteOrBlock,
  /** Time of the mute or block. */
  createdAt: Timestamp,
})
export type MutedPerson = z.output<typeof MutedPerson>

export const MutedPage = z.object({ muted: z.array(MutedPerson), nextCursor: NextCursor })
export type MutedPage = z.output<typeof MutedPage>

export const muteUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id/mute',
  access: 'account',
  summary: 'Mute a person: their clips, comments and names leave your lists. A blocked person stays blocked.',
  params: IdParams,
  response: MuteOrBlockState,
  errors: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
})

export const unmuteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/mute',
  access: 'account',
  summary: 'Unmute a person. Also succeeds if they are not muted. A blocked person stays blocked.',
  params: IdParams,
  response: MuteOrBlockState,
  errors: ['NOT_FOUND'],
})

export const blockUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id/block',
  access: 'account',
  summary:
    'Block a person: they are muted, and cannot follow you or like or comment on your clips. Follows between you end.',
  params: IdParams,
  response: MuteOrBlockState,
  errors: ['NOT_FOUND', 'QUOTA_EXCEEDED'],
})

export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/block',
  access: 'account',
  summary:
    'Unblock and unmute a person. Also succeeds if they are not blocked. If the block lasted less than a minute, the follows that it removed are restored.',
  params: IdParams,
  response: MuteOrBlockState,
  errors: ['NOT_FOUND'],
})

export const listMuted = endpoint({
  method: 'GET',
  path: '/api/account/mutes',
  access: 'account',
  summary: 'The people whom you have muted or blocked, the latest first.',
  query: pageQuery(50),
  response: MutedPage,
})
