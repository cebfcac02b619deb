import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Count, NextCursor, pageQuery, text } from '../fields.ts'
import { IsSample, NamedCreator } from './profiles.ts'

/** The orders of the leaderboard, and their labels. All but the first are descending. */
export const creatorSorts = {
  userNumber: 'Registration Order',
  totalViews: 'Most Views',
  totalLikes: 'Most Likes',
  followersCount: 'Most Followers',
  videosCount: 'Most Videos',
} as const
export type CreatorSort = keyof typeof creatorSorts
export const defaultCreatorSort: CreatorSort = 'totalViews'

/** A person with a username, as the leaderboard shows them. */
export const ListedCreator = z.extend(NamedCreator, {
  /** Position in the order of registration, starting at 1; null for samples. */
  userNumber: z.nullable(z.int()),
  isSample: IsSample,
  totalViews: Count,
  totalLikes: Count,
  followersCount: Count,
  videosCount: Count,
})
export type ListedCreator = z.output<typeof ListedCreator>

export const CreatorPage = z.object({
  creators: z.array(ListedCreator),
  /** Number of matches over all pages. */
  total: Count,
  /** Whether more creators match than `total` says: a search counts up to 1,000. */
  isTotalCapped: z.boolean(),
  nextCursor: NextCursor,
})
export type CreatorPage = z.output<typeof CreatorPage>

/** No name is longer. */
export const CREATOR_SEARCH_MAX_LENGTH = 100

const Search = z.pipe(
  text(CREATOR_SEARCH_MAX_LENGTH),
  z.transform((typed: string) => typed.trim().replace(/\s+/g, ' ').toLowerCase()),
)

export const CreatorListQuery = z.extend(pageQuery(60), {
  sort: z._default(
    z.enum(Object.keys(creatorSorts) as [CreatorSort, ...CreatorSort[]], 'Creators cannot be sorted this way'),
    defaultCreatorSort,
  ),
  q: z._default(Search, ''),
})
export type CreatorListQuery = z.output<typeof CreatorListQuery>

export const listCreators = endpoint({
  method: 'GET',
  path: '/api/creators',
  access: 'anyone',
  summary:
    'The leaderboard. Sample creators come last. `q` matches a part of the username or display name, ignoring case and accents.',
  query: CreatorListQuery,
  response: CreatorPage,
  otherReplies: revalidated,
})
