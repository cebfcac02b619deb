import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Count, Id, IdParams } from '../fields.ts'
import { licenseIds } from './remixing.ts'
import { Creator } from '../social/profiles.ts'
import { VideoListQuery, VideoPage } from './videos.ts'

/** Maximum number of shown ancestors beyond the parents, and of shown siblings. */
export const ANCESTORS_MAX = 8

/** The fields of a clip in a lineage. */
export const RelatedClip = z.object({
  id: Id,
  title: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  durationSeconds: z.number(),
  license: z.nullable(z.enum(licenseIds)),
  creator: Creator,
})
export type RelatedClip = z.output<typeof RelatedClip>

/** `deleted`: the clip is deleted, or hidden from the viewer. `muted`: the viewer has muted or blocked its creator. */
const MissingClip = z.enum(['deleted', 'muted'])

/** `missing` is present exactly if `clip` is null. */
export const Relative = z.object({ clip: z.nullable(RelatedClip), missing: z.optional(MissingClip) })
export type Relative = z.output<typeof Relative>

/** A source clip, and the maker's thanks to its creator. If the clip is not shown, the thanks are null. */
export const Parent = z.extend(Relative, { thanks: z.nullable(z.string()) })
export type Parent = z.output<typeof Parent>

export const Lineage = z.object({
  /** Empty if the clip is not a remix. */
  parents: z.array(Parent),
  remixesCount: Count,
  license: z.nullable(z.enum(licenseIds)),
  /** A sentence about why the viewer may not remix it; null if they may. */
  whyNoRemix: z.nullable(z.string()),
})
export type Lineage = z.output<typeof Lineage>

export const Ancestors = z.object({
  /**
   * The prompt of each parent at the time of the remix, in order. Null for a parent that had no prompt or is not shown.
   */
  prompts: z.array(z.nullable(z.string())),
  /** The first parent of the first parent, and so on, nearest first. A deleted clip ends the list. */
  ancestors: z.array(Relative),
  /** Number of ancestors after those in `ancestors`, not counting `root`. */
  foldedCount: Count,
  /** The first ancestor. Null if it is shown already, or cannot be shown to the viewer. */
  root: z.nullable(RelatedClip),
  /** Other remixes of the same parents, newest first. */
  siblings: z.array(RelatedClip),
})
export type Ancestors = z.output<typeof Ancestors>

export const getLineage = endpoint({
  method: 'GET',
  path: '/api/videos/:id/lineage',
  access: 'anyone',
  summary: 'The sources of a video, the number of its remixes, its licence, and whether the viewer may remix it.',
  params: IdParams,
  response: Lineage,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})

export const getAncestors = endpoint({
  method: 'GET',
  path: '/api/videos/:id/ancestors',
  access: 'anyone',
  summary: 'The ancestors of a remix, the prompts that it began with, and other remixes of the same videos.',
  params: IdParams,
  response: Ancestors,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})

export const listRemixes = endpoint({
  method: 'GET',
  path: '/api/videos/:id/remixes',
  access: 'anyone',
  summary: 'The visible remixes of a video, newest first.',
  params: IdParams,
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})
