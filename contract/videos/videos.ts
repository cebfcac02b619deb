import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, Timestamp } from '../fields.ts'
import { ProvenanceOfMany, ProvenanceOfOne } from './provenance.ts'
import { remixPolicies } from './remixing.ts'
import { Hiding } from './hiding.ts'
import { Creator } from '../social/profiles.ts'

export const TITLE_MAX_LENGTH = 80
export const CAPTION_MAX_LENGTH = 2_200
export const PROMPT_MAX_LENGTH = 10_000
export const MODEL_MAX_LENGTH = 60
export const TAGS_MAX_COUNT = 30
export const TAG_MAX_LENGTH = 50

/** The AI tools and their names. */
export const toolLabels = {
  'luma-dream-machine': 'Luma Dream Machine',
  'google-veo-3': 'Google Veo 3',
  'runway-gen-3': 'Runway Gen-3',
  'openai-sora': 'OpenAI Sora',
  'stability-ai-video': 'Stability AI Video',
  'pika-labs': 'Pika Labs',
  other: 'Other',
} as const
export type Tool = keyof typeof toolLabels
export const tools = Object.keys(toolLabels) as [Tool, ...Tool[]]

/** Returns the label of a tool, or its name if it is not in the list of tools. */
export function toolLabelOf(name: string): string {
  return Object.hasOwn(toolLabels, name) ? toolLabels[name as Tool] : name
}

/**
 * - `processing`: published and on the wall; poster and preview are being made
 * - `ready`: everything that the wall needs exists; the stream may follow
 * - `failed`: poster or preview could not be made; `failureReason` says why. A clip whose stream failed is still
 * `ready`.
 */
export const VideoStatus = z.enum(['processing', 'ready', 'failed'])

/**
 * The next stage of processing. The stages follow in this order. Null if none is left or one has failed. A ready clip
 * is at `poster` while its cover is replaced.
 */
const VideoStage = z.enum(['poster', 'preview', 'stream'])

/**
 * A caption track (WebVTT). `language` is BCP 47, `null` if the file does not say; `label` is its name in the player.
 */
export const Captions = z.object({ url: z.string(), language: z.nullable(z.string()), label: z.string() })
export type Captions = z.output<typeof Captions>

/** Whether people may comment on a clip. `held`: others see a comment once the clip's owner has approved it. */
export const commentings = ['open', 'held', 'off'] as const
export type Commenting = (typeof commentings)[number]

/**
 * `aspectRatio` is 'w:h'. Addresses are paths of this site, or absolute if `OBJECTS_URL` is set. Those that may be null
 * are null until their file exists.
 */
export const Video = z.object({
  id: Id,
  userId: Id,
  title: z.string(),
  caption: z.nullable(z.string()),
  prompt: z.nullable(z.string()),
  toolUsed: z.enum(tools),
  /** The model's name, as the creator typed it: there are more models than tools. */
  model: z.nullable(z.string()),
  aspectRatio: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  durationSeconds: z.nullable(z.number()),
  tags: z.string(),
  videoUrl: z.string(),
  /** Size of the file at `videoUrl`. Null once there is a preview to play instead. */
  videoBytes: z.nullable(z.int()),
  thumbnailUrl: z.nullable(z.string()),
  previewUrl: z.nullable(z.string()),
  /** An HLS playlist of up to 1080p. A clip may be ready without one; play `videoUrl` then. */
  streamUrl: z.nullable(z.string()),
  /** Number of sizes in the stream, at least 1; `null` without a stream. */
  streamSizesCount: z.nullable(z.int()),
  storyboardUrl: z.nullable(z.string()),
  /** The file's own captions, available with the stream. */
  captions: z.array(Captions),
  /** A thumbhash (base64) of the poster: a blurred stand-in of about 30 bytes. */
  placeholder: z.nullable(z.string()),
  /** The moment in seconds that the creator chose for the poster; `null` if the server chose it. */
  coverAt: z.nullable(z.number()),
  status: VideoStatus,
  stage: z.nullable(VideoStage),
  /**
   * A sentence for the creator about a file that could not be made: the poster or preview (`failed`), or only the
   * stream (`ready`). `retryVideo` tries again.
   */
  failureReason: z.nullable(z.string()),
  /** Whether only the owner and staff can open the video. */
  isHidden: z.boolean(),
  isLiked: z.boolean(),
  likesCount: Count,
  viewsCount: Count,
  commentsCount: Count,
  commenting: z.enum(commentings),
  /**
   * How the clip was made, according to its file. `getVideo` adds `line` to this, and `getProvenance` returns all
   * evidence.
   */
  provenance: ProvenanceOfMany,
  /**
   * Whether the clip shows real people, places or events that were made or changed with AI, according to its creator.
   */
  showsReality: z.boolean(),
  remixPolicy: z.enum(remixPolicies),
  createdAt: Timestamp,
  /** Time of the last edit, processing step, or change of visibility. */
  updatedAt: Timestamp,
  creator: Creator,
})
export type Video = z.output<typeof Video>

/** One video. `hiding` is present if the video is hidden. Only the owner and staff can see a hidden video. */
export const VideoDetail = z.extend(Video, { provenance: ProvenanceOfOne, hiding: z.optional(Hiding) })
export type VideoDetail = z.output<typeof VideoDetail>

export const VideoPage = z.object({ videos: z.array(Video), nextCursor: NextCursor })
export type VideoPage = z.output<typeof VideoPage>

export const VideoListQuery = pageQuery(24)

export const listVideos = endpoint({
  method: 'GET',
  path: '/api/videos',
  access: 'anyone',
  summary: 'The feed: visible videos, newest first.',
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
})

export const listUserVideos = endpoint({
  method: 'GET',
  path: '/api/videos/user/:userId',
  access: 'anyone',
  summary: "A creator's visible videos, newest first.",
  params: z.object({ userId: Id }),
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})

export const getVideo = endpoint({
  method: 'GET',
  path: '/api/videos/:id',
  access: 'anyone',
  summary: 'One video. Hidden ones are 404 to everyone but their owner and staff.',
  params: IdParams,
  response: VideoDetail,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})
