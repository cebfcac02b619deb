import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Count, Id, IdParams } from '../fields.ts'
import { License } from './remixing.ts'
import { Creator } from '../social/profiles.ts'
import { VideoListQuery, VideoPage } from './videos.ts'

/** Of the ancestors of a clip, its parents not counted, those that are shown; so many of its siblings, too. */
export const ANCESTORS_MAX = 8

/** As much of a clip as a still of it shows. */
export const RelatedClip = z.object({
  id: Id,
  title: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  durationSeconds: z.number(),
  license: z.nullable(License),
  creator: Creator,
})
export type RelatedClip = z.output<typeof RelatedClip>

/** In the place of a clip that is not shown: it is deleted, or hidden; the viewer has muted its creator. */
export const MissingClip = z.enum(['deleted', 'muted'])
export type MissingClip = z.output<typeof MissingClip>

/** `missing` is there exactly where `clip` is null. */
export const Relative = z.object({ clip: z.nullable(RelatedClip), missing: z.optional(MissingClip) })
export type Relative = z.output<typeof Relative>

/** A clip that another was made from, and what its maker says to its creator: nothing, where it is not shown. */
export const Parent = z.extend(Relative, { thanks: z.nullable(z.string()) })
export type Parent = z.output<typeof Parent>

export const Lineage = z.object({
  /** None: it is no remix. */
  parents: z.array(Parent),
  remixesCount: Count,
  license: z.nullable(License),
  /** Null: the viewer may remix it. Else a sentence. */
  whyNoRemix: z.nullable(z.string()),
})
export type Lineage = z.output<typeof Lineage>

export const Ancestors = z.object({
  /** Of each parent, in their order, as it was when the remix was published. Null: it had none, or is not shown. */
  prompts: z.array(z.nullable(z.string())),
  /** What the first parent was made from first, and so on, the nearest first. One that is deleted ends them. */
  ancestors: z.array(Relative),
  /** Those behind them that are not shown. */
  foldedCount: Count,
  /** Where it began, unless that is shown already, or is not there. */
  root: z.nullable(RelatedClip),
  /** Other remixes of its parents, the newest first. */
  siblings: z.array(RelatedClip),
})
export type Ancestors = z.output<typeof Ancestors>

export const getLineage = endpoint({
  method: 'GET',
  path: '/api/videos/:id/lineage',
  summary: 'What a video was made from, how often it was remixed, its licence, and whether the viewer may remix it.',
  params: IdParams,
  response: Lineage,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})

export const getAncestors = endpoint({
  method: 'GET',
  path: '/api/videos/:id/ancestors',
  summary: 'What a remix goes back to, with the prompts that it began with, and other remixes of the same videos.',
  params: IdParams,
  response: Ancestors,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})

export const listRemixes = endpoint({
  method: 'GET',
  path: '/api/videos/:id/remixes',
  summary: 'The visible remixes of a video, newest first.',
  params: IdParams,
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})
