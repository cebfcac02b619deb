import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Count, Id, NextCursor, pageQuery, text } from '../fields.ts'
import { NamedCreator } from '../social/profiles.ts'
import { Video } from '../videos/videos.ts'

export const SEARCH_MAX_LENGTH = 100
/** Maximum number of words and operators in a search. Further terms are ignored. */
export const SEARCH_MAX_TERMS = 8

/** The orders of results, and their labels. */
export const searchSorts = { best: 'Best', newest: 'Newest' } as const
export type SearchSort = keyof typeof searchSorts

/**
 * Characters around a match in the texts of `Excerpts`. The server removes all others, so no user can forge a match.
 */
export const MARK_START = '\u{E000}'
export const MARK_END = '\u{E001}'

/** The excerpts of a video's texts that match a search, with the matches marked. Texts without a match are absent. */
export const Excerpts = z.object({
  title: z.optional(z.string()),
  caption: z.optional(z.string()),
  prompt: z.optional(z.string()),
})
export type Excerpts = z.output<typeof Excerpts>

/** A creator whose username, or a word of whose display name, begins with the search text. */
export type FoundCreator = z.output<typeof NamedCreator>

export const SearchPage = z.object({
  videos: z.array(Video),
  nextCursor: NextCursor,
  /** Excerpts by video id. */
  excerpts: z.record(z.string(), Excerpts),
  /**
   * Up to six creators, those with the most followers first. Empty unless this is the first page of a search of plain
   * words.
   */
  creators: z.array(NamedCreator),
  /** Number of matching videos; an estimate if `isAbout`. */
  count: Count,
  isAbout: z.boolean(),
  /** Number of matches that paging can reach: the best or the newest matches, depending on the order. */
  shownCount: Count,
  /**
   * The corrected search, if the typed search found little and the corrected search more; null otherwise. The results
   * are then those of the corrected search.
   */
  corrected: z.nullable(z.string()),
  /** Terms of the search whose operator has an unknown or malformed value. They are searched as words. */
  invalidFilters: z.array(z.string()),
  /** Whether the search ran out of time and the results are incomplete. */
  isCut: z.boolean(),
})
export type SearchPage = z.output<typeof SearchPage>

/** A completion of a search that is being typed. */
export const Suggestion = z.discriminatedUnion('kind', [
  /** The search with its last word completed. */
  z.object({ kind: z.literal('words'), text: z.string() }),
  z.object({ kind: z.literal('tag'), text: z.string(), count: Count }),
  z.object({ kind: z.literal('tool'), text: z.string() }),
  z.object({
    kind: z.literal('creator'),
    /** The creator's username. */
    text: z.string(),
    id: Id,
    displayName: z.string(),
    avatarUrl: z.nullable(z.string()),
  }),
])
export type Suggestion = z.output<typeof Suggestion>

const Query = text(100_000)

export const searchVideos = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'anyone',
  summary:
    'Search videos by their texts, the best or the newest first. Any text is a valid search: words, "phrases", -without, #tag, @creator, tool:pika-labs, shape:9:16. A text of more than 100 characters is cut off. An empty search finds nothing.',
  query: z.extend(pageQuery(24), {
    q: z._default(Query, ''),
    sort: z._default(z.enum(['best', 'newest'], 'Videos cannot be sorted this way'), 'best'),
    /** Whether to search for the text as typed, without correction. */
    exact: z._default(z.enum(['true', 'false']), 'false'),
  }),
  response: SearchPage,
  otherReplies: revalidated,
})

export const suggestSearches = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  access: 'anyone',
  summary: 'Completions of a search that is being typed, ten at most.',
  query: z.strictObject({ q: z._default(Query, '') }),
  response: z.object({ suggestions: z.array(Suggestion) }),
})
