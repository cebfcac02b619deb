import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, NextCursor, pageQuery, Timestamp } from '../fields.ts'

/**
 * Why a video is hidden. `file`: its file cannot be read. `moderation`: a moderator hid it. `account`: its creator's
 * account is hidden. `decision` is a summary; `listStatements` returns the whole decision.
 */
export const Hiding = z.object({
  reasons: z.array(z.enum(['file', 'moderation', 'account'])),
  decision: z.nullable(
    z.object({
      id: Id,
      rule: z.string(),
      ruleTitle: z.string(),
      facts: z.nullable(z.string()),
      decidedOn: z.iso.date(),
    }),
  ),
})
export type Hiding = z.output<typeof Hiding>

/** A hidden video, as its owner sees it in their own list. */
export const HiddenVideo = z.object({
  id: Id,
  title: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  durationSeconds: z.nullable(z.number()),
  createdAt: Timestamp,
  hiding: Hiding,
})
export type HiddenVideo = z.output<typeof HiddenVideo>

export const HiddenVideoPage = z.object({ videos: z.array(HiddenVideo), nextCursor: NextCursor })
export type HiddenVideoPage = z.output<typeof HiddenVideoPage>

export const listHiddenVideos = endpoint({
  method: 'GET',
  path: '/api/account/hidden-videos',
  access: 'account',
  summary: "The caller's own hidden videos with the reasons, newest first. Public lists and counts exclude them.",
  query: pageQuery(24),
  response: HiddenVideoPage,
})
