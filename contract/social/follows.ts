import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery } from '../fields.ts'
import { PublicUser } from './profiles.ts'

/** The state of a follow button. */
export const FollowState = z.object({ isFollowing: z.boolean(), followersCount: Count })
export type FollowState = z.output<typeof FollowState>

/** A person in a list, with the state of the viewer's follow button. */
export const ListedPerson = z.extend(PublicUser, { isFollowing: z.boolean() })
export type ListedPerson = z.output<typeof ListedPerson>

export const followUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/follow',
  access: 'active',
  summary: 'Follow a person. Following twice counts once. You cannot follow yourself or a person you have blocked.',
  params: IdParams,
  response: FollowState,
  errors: ['BLOCKED', 'CONFLICT', 'NOT_FOUND'],
})

export const unfollowUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/follow',
  access: 'account',
  summary: 'Unfollow a person. Also succeeds when not following.',
  params: IdParams,
  response: FollowState,
  errors: ['NOT_FOUND'],
})

export const getIsFollowing = endpoint({
  method: 'GET',
  path: '/api/users/:userId/is-following/:targetId',
  access: 'anyone',
  summary: 'Whether one person follows another.',
  params: z.object({ userId: Id, targetId: Id }),
  response: z.object({ isFollowing: z.boolean() }),
})

export const listFollowers = endpoint({
  method: 'GET',
  path: '/api/users/:id/followers',
  access: 'anyone',
  summary: 'The followers of a person, newest first.',
  params: IdParams,
  query: pageQuery(50),
  response: z.object({ followers: z.array(ListedPerson), nextCursor: NextCursor }),
  errors: ['NOT_FOUND'],
})

export const listFollowing = endpoint({
  method: 'GET',
  path: '/api/users/:id/following',
  access: 'anyone',
  summary: 'The people whom a person follows, newest first.',
  params: IdParams,
  query: pageQuery(50),
  response: z.object({ following: z.array(ListedPerson), nextCursor: NextCursor }),
  errors: ['NOT_FOUND'],
})
