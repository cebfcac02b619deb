import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, text, Timestamp } from '../fields.ts'

/** Number of creators, by order of registration, who have the badge of early creators. */
export const ALPHA_CREATORS = 100

/**
 * Whether the creator is one of the samples with which Reverie fills an empty site. A sample is not a person, and its
 * clips are not made by AI.
 */
export const IsSample = z.boolean()

/** The fields that identify a person in a list. */
export const NamedPerson = z.object({
  id: Id,
  username: z.nullable(z.string()),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
})

/** A person, as anyone may see them. Missing values are `null`, except `displayName` and `bio`, which are `''`. */
export const PublicUser = z.extend(NamedPerson, {
  bio: z.string(),
  location: z.nullable(z.string()),
  website: z.nullable(z.string()),
  joinedDate: Timestamp,
  /** Position in the order of registration, starting at 1; null for samples. */
  userNumber: z.nullable(z.int()),
  isSample: IsSample,
  followersCount: Count,
  followingCount: Count,
  videosCount: Count,
  totalViews: Count,
  totalLikes: Count,
})
export type PublicUser = z.output<typeof PublicUser>

/**
 * `mute`: the viewer does not see the person's clips, comments and other activity. The person never learns of it.
 * `block`: in addition, the person cannot follow the viewer, or like or comment on the viewer's clips.
 */
export const MuteOrBlock = z.enum(['mute', 'block'])
export type MuteOrBlock = z.output<typeof MuteOrBlock>

/** Whether the viewer has muted or blocked a person; null if neither. */
export const CurrentMuteOrBlock = z.nullable(MuteOrBlock)
export type CurrentMuteOrBlock = z.output<typeof CurrentMuteOrBlock>

/**
 * A profile. `rank` is the position among all creators by total views; `null` for samples and for people without a
 * username.
 */
export const Profile = z.extend(PublicUser, {
  rank: z.nullable(z.int()),
  isFollowing: z.boolean(),
  isOwnProfile: z.boolean(),
  /** Whether the viewer has muted or blocked them. */
  relation: CurrentMuteOrBlock,
  /** Whether to show `website` as a link. On sites with staff, the website of a new account is plain text. */
  isWebsiteLinked: z.boolean(),
})
export type Profile = z.output<typeof Profile>

/** A person who has a username. */
export const NamedCreator = z.extend(NamedPerson, { username: z.string() })

/** The maker of a video. */
export const Creator = z.extend(NamedPerson, { isSample: IsSample })
export type Creator = z.output<typeof Creator>

export const UsernameParams = z.object({ username: text(200) })

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'anyone',
  summary: 'All people, newest first.',
  query: pageQuery(50),
  response: z.object({ users: z.array(PublicUser), nextCursor: NextCursor }),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'anyone',
  summary: 'A profile by id.',
  params: IdParams,
  response: z.object({ user: Profile }),
  errors: ['NOT_FOUND'],
})

export const getUserByUsername = endpoint({
  method: 'GET',
  path: '/api/users/username/:username',
  access: 'anyone',
  summary: 'A profile by username, ignoring case.',
  params: UsernameParams,
  response: z.object({ user: Profile }),
  errors: ['NOT_FOUND'],
})
