import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Id, NextCursor, pageQuery, text } from '../fields.ts'
import { Video } from '../videos/videos.ts'

export const SEARCH_MAX_LENGTH = 100
/** Words and operators of one search; what comes after them is left out. */
export const SEARCH_MAX_TERMS = 8

/** The orders of what is found, and the words that people read. */
export const searchSorts = { best: 'Best', newest: 'Newest' } as const
export type SearchSort = keyof typeof searchSorts

/** Around what matched, in a text of `Excerpts`: characters that nobody can have typed into it. */
export const MARK_START = '\u{E000}'
export const MARK_END = '\u{E001}'

/** Where a search matched a video: the piece of each text, with marks, of those texts in which it did. */
export const Excerpts = z.object({
  title: z.optional(z.string()),
  caption: z.optional(z.string()),
  prompt: z.optional(z.string()),
})
export type Excerpts = z.output<typeof Excerpts>

/** A person whose name begins as a search does. */
export const FoundCreator = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
})
export type FoundCreator = z.output<typeof FoundCreator>

/** Found videos, as a page of the wall. */
export const SearchPage = z.object({
  videos: z.array(Video),
  nextCursor: NextCursor,
  /** By the id of a video. */
  excerpts: z.record(z.string(), Excerpts),
  /** On the first page of a search of plain words: up to six, those with the most followers first. */
  creators: z.array(FoundCreator),
  /** How many videos match. `isAbout`: an estimate. */
  count: Count,
  isAbout: z.boolean(),
  /** How many of those can be paged through: the best, or the newest. */
  shownCount: Count,
  /** Little was found as it was typed, so this was searched instead. */
  corrected: z.nullable(z.string()),
  /** It took too long: only what was found until then. */
  isCut: z.boolean(),
})
export type SearchPage = z.output<typeof SearchPage>

/** What somebody may be about to type. */
export const Suggestion = z.discriminatedUnion('kind', [
  /** The search with its last word completed. */
  z.object({ kind: z.literal('words'), text: z.string() }),
  z.object({ kind: z.literal('tag'), text: z.string(), count: Count }),
  z.object({ kind: z.literal('tool'), text: z.string() }),
  z.object({
    kind: z.literal('creator'),
    /** Their username. */
    text: z.string(),
    id: Id,
    displayName: z.string(),
    avatarUrl: z.nullable(z.string()),
  }),
])
export type Suggestion = z.output<typeof Suggestion>

const Query = text(100_000)

/**
 * Whatever is typed is a search: words, "phrases", -without, #tag, @creator, tool:pika-labs, shape:9:16. Nothing is an
 * error; what is too long is cut.
 */
export const searchVideos = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Videos by what is written about them, the best first or the newest. An empty search finds nothing.',
  query: z.extend(pageQuery(24), {
    q: z._default(Query, ''),
    sort: z._default(z.enum(['best', 'newest'], 'Videos cannot be sorted this way'), 'best'),
    /** Search as typed, whatever it finds. */
    exact: z._default(z.enum(['true', 'false']), 'false'),
  }),
  response: SearchPage,
  errors: ['RATE_LIMITED', 'UNAVAILABLE'],
})

export const suggestSearches = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  summary: 'What a search that has begun so may be meant to become: ten at most.',
  query: z.strictObject({ q: z._default(Query, '') }),
  response: z.object({ suggestions: z.array(Suggestion) }),
  errors: ['RATE_LIMITED', 'UNAVAILABLE'],
})
