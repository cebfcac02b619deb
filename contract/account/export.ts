import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Timestamp } from '../fields.ts'

/**
 * Maximum total size of the originals and workflows in a part. A larger original gets a part of its own. Up to this size
 * an archive needs no ZIP64, so any program can open it.
 */
export const EXPORT_PART_MAX_BYTES = 4_000_000_000

/** One file of a data export. */
export const ExportPart = z.object({
  /** Part 0 holds the data about the account. Parts 1 and above hold the uploaded clips, oldest first. */
  number: Count,
  fileName: z.string(),
  /** Path and query, valid for a day in this session. */
  url: z.string(),
  /** For part 0, a size that may be up to ten minutes old. The reply that sends the file states its exact length. */
  sizeBytes: Count,
  clipsCount: Count,
  /** Times of the first and the last clip in the part; null in part 0. */
  from: z.nullable(Timestamp),
  until: z.nullable(Timestamp),
})
export type ExportPart = z.output<typeof ExportPart>

export const ExportPlan = z.object({
  parts: z.array(ExportPart),
  /** Number of the part that the caller is downloading. Parts are downloaded one at a time. */
  underWay: z.nullable(Count),
})
export type ExportPlan = z.output<typeof ExportPlan>

/** The message when a second download is refused. */
export const EXPORT_UNDER_WAY = 'Another part is still downloading. Start this one when it’s done.'

export const getExport = endpoint({
  method: 'GET',
  path: '/api/account/export',
  access: 'confirmed',
  summary:
    'Your clips and all data that the site stores about you, as parts to download. Requires a recent confirmation.',
  response: ExportPlan,
})

const PartHeaders = z.object({
  'Content-Disposition': z.string(),
  /** `none` for part 0, whose data may change during a download. */
  'Accept-Ranges': z.enum(['bytes', 'none']),
  ETag: z.optional(z.string()),
})
const PartRangeHeaders = z.extend(PartHeaders, { ETag: z.string(), 'Content-Range': z.string() })

export const getExportPart = endpoint({
  method: 'GET',
  path: '/api/account/export/:part',
  access: 'account',
  summary: 'One part, as a ZIP archive, at the address given by the plan. Parts with originals support ranges.',
  params: z.object({ part: z.string() }),
  query: z.strictObject({
    first: z.optional(z.string()),
    last: z.optional(z.string()),
    expires: z.optional(z.string()),
    signature: z.optional(z.string()),
  }),
  response: z.string(),
  contentType: 'application/zip',
  otherReplies: { 206: 'The requested range', 416: 'A range outside of the part' },
  replyHeaders: { 200: PartHeaders, 206: PartRangeHeaders, 416: PartRangeHeaders },
  errors: ['CONFIRM_REQUIRED', 'NOT_FOUND'],
})
