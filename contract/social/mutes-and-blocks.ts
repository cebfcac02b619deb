import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, NextCursor, pageQuery, Timestamp } from '../fields.ts'
import { Relation, RelationKind } from './profiles.ts'

/** How many accounts somebody can have muted or blocked: each list that they read is compared with all of them. */
export const RELATIONS_MAX = 5_000

export const RelationState = z.object({ relation: Relation })
export type RelationState = z.output<typeof RelationState>

/** Somebody whom the viewer has muted or blocked. */
export const MutedPerson = z.object({
  id: Id,
  username: z.nullable(z.string()),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  relation: RelationKind,
  /** Since when. */
  createdAt: Timestamp,
})
export type MutedPerson = z.output<typeof MutedPerson>

export const MutedPage = z.object({ muted: z.array(MutedPerson), nextCursor: NextCursor })
export type MutedPage = z.output<typeof MutedPage>

export const muteUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id/mute',
  summary: 'Mute somebody: their clips, comments and names leave your lists. Who is blocked stays blocked.',
  params: IdParams,
  response: RelationState,
  errors: ['LOGIN_REQUIRED', 'NOT_FOUND', 'QUOTA_EXCEEDED'],
})

export const unmuteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/mute',
  summary: 'Take a mute back. Also succeeds when there is none. Who is blocked stays blocked.',
  params: IdParams,
  response: RelationState,
  errors: ['LOGIN_REQUIRED', 'NOT_FOUND'],
})

export const blockUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id/block',
  summary: 'Block somebody: a mute, and they cannot follow you, nor like or comment on what is yours. Follows end.',
  params: IdParams,
  response: RelationState,
  errors: ['LOGIN_REQUIRED', 'NOT_FOUND', 'QUOTA_EXCEEDED'],
})

export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/block',
  summary:
    'Take a block back, and the mute with it. Also succeeds when there is none. Follows that the block ended come back within a minute, later they do not.',
  params: IdParams,
  response: RelationState,
  errors: ['LOGIN_REQUIRED', 'NOT_FOUND'],
})

export const listMuted = endpoint({
  method: 'GET',
  path: '/api/account/mutes',
  summary: 'Whom you have muted or blocked, the latest first.',
  query: pageQuery(50),
  response: MutedPage,
  errors: ['LOGIN_REQUIRED'],
})
