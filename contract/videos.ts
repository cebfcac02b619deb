import * as z from 'zod/mini'
import { endpoint, revalidated } from './endpoint.ts'
import { activeErrors } from './errors.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, text, Timestamp, visibleText } from './fields.ts'
import { ProvenanceOfMany, ProvenanceOfOne } from './provenance.ts'
import { splitTags } from './tags.ts'
import { Hiding } from './hiding.ts'
import { Creator } from './users.ts'

export const TITLE_MAX_LENGTH = 80
export const CAPTION_MAX_LENGTH = 2_200
export const PROMPT_MAX_LENGTH = 10_000
export const MODEL_MAX_LENGTH = 60
export const TAGS_MAX_COUNT = 30
export const TAG_MAX_LENGTH = 50

/** The AI tools that a video can be made with, and the name that people read. */
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

const Title = visibleText(TITLE_MAX_LENGTH, {
  tooLong: 'Title must be 80 characters or less',
  missing: 'Title is required',
})

/**
 * Tags travel as one comma-separated string. They are trimmed, empty ones dropped, and of equal ones (whatever their
 * case) the first is kept; the result is joined with a comma and a space.
 */
const Tags = z.pipe(
  z.pipe(
    text(TAGS_MAX_COUNT * (TAG_MAX_LENGTH + 2) * 2, 'Please use at most 30 tags of 50 characters'),
    z.transform(splitTags),
  ),
  z.pipe(
    z
      .array(z.string().check(z.maxLength(TAG_MAX_LENGTH, 'Tags must be 50 characters or less')))
      .check(z.maxLength(TAGS_MAX_COUNT, 'Please use at most 30 tags')),
    z.transform((tags: string[]) => tags.join(', ')),
  ),
)

/**
 * - `processing`: published and on the wall; poster and preview are being made
 * - `ready`: everything that the wall needs exists; the stream may follow
 * - `failed`: poster or preview could not be made; `failureReason` says why. A clip without a stream is `ready` all the same.
 */
export const VideoStatus = z.enum(['processing', 'ready', 'failed'])

/** What is made next, in this order; `null` when nothing more is coming. */
export const VideoStage = z.enum(['poster', 'preview', 'stream'])

/** A caption track (WebVTT). `language` is BCP 47, `null` if the file does not say; `label` is what people choose it by. */
export const Captions = z.object({ url: z.string(), language: z.nullable(z.string()), label: z.string() })
export type Captions = z.output<typeof Captions>

/** Whether people may comment. `held`: each comment is shown once the clip's owner lets it in. */
export const Commenting = z.enum(['open', 'held', 'off'], 'Please choose who may comment')
export type Commenting = z.output<typeof Commenting>

/** `aspectRatio` is 'w:h'. Addresses are paths of this site; each is `null` until what it names exists. */
export const Video = z.object({
  id: Id,
  userId: Id,
  title: z.string(),
  caption: z.nullable(z.string()),
  prompt: z.nullable(z.string()),
  toolUsed: z.enum(tools),
  /** The model's name, in its creator's words: there are more than tools to choose from. */
  model: z.nullable(z.string()),
  aspectRatio: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  durationSeconds: z.nullable(z.number()),
  tags: z.string(),
  videoUrl: z.string(),
  /** How large `videoUrl` is, as long as there is no preview to play instead. */
  videoBytes: z.nullable(z.int()),
  thumbnailUrl: z.nullable(z.string()),
  previewUrl: z.nullable(z.string()),
  /** An HLS playlist of up to 1080p. A clip may be ready without one: play `videoUrl` then. */
  streamUrl: z.nullable(z.string()),
  /** How many sizes the stream offers to choose from, at least 1; `null` without a stream. */
  streamSizesCount: z.nullable(z.int()),
  storyboardUrl: z.nullable(z.string()),
  /** The file's own, there with the stream. */
  captions: z.array(Captions),
  /** A thumbhash (base64) of the poster: a blurred stand-in of about 30 bytes. */
  placeholder: z.nullable(z.string()),
  status: VideoStatus,
  stage: z.nullable(VideoStage),
  /**
   * A sentence for the creator, where poster or preview (`failed`) or the stream alone (`ready`) could not be made.
   * `retryVideo` has it tried again.
   */
  failureReason: z.nullable(z.string()),
  isHidden: z.boolean(),
  isLiked: z.boolean(),
  likesCount: Count,
  viewsCount: Count,
  commentsCount: Count,
  commenting: Commenting,
  /** How it was made, as far as its file tells; `getVideo` says more of it, `getProvenance` everything. */
  provenance: ProvenanceOfMany,
  /** Whether it shows real people, places or events, made or changed by AI, as its creator says. */
  showsReality: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  creator: Creator,
})
export type Video = z.output<typeof Video>

/** One video. `hiding` is there where it is hidden: its owner and staff alone see those. */
export const VideoDetail = z.extend(Video, { provenance: ProvenanceOfOne, hiding: z.optional(Hiding) })
export type VideoDetail = z.output<typeof VideoDetail>

export const VideoPage = z.object({ videos: z.array(Video), nextCursor: NextCursor })
export type VideoPage = z.output<typeof VideoPage>

export const VideoListQuery = pageQuery(24)

const Model = z.nullable(text(MODEL_MAX_LENGTH, 'Model must be 60 characters or less'))
const ToolUsed = z.enum(tools, 'Please choose the AI tool that made this video')
const ShowsReality = z.boolean('showsReality must be true or false')

/** `aspectRatio` is what the page believes; the server measures the file and keeps its own answer. */
export const CreateVideoBody = z.strictObject({
  title: Title,
  caption: z.optional(z.nullable(text(CAPTION_MAX_LENGTH))),
  toolUsed: ToolUsed,
  model: z.optional(Model),
  prompt: z.optional(z.nullable(text(PROMPT_MAX_LENGTH))),
  aspectRatio: z.optional(
    z.string().check(z.regex(/^(auto|[0-9]{1,5}:[0-9]{1,5})$/, 'aspectRatio must be w:h or auto')),
  ),
  tags: z.optional(z.nullable(Tags)),
  showsReality: z.optional(ShowsReality),
  videoUrl: text(2_000),
})
export type CreateVideoBody = z.output<typeof CreateVideoBody>

/** Only the fields that are sent change; `null` or an empty text clears one, title and tool excepted. */
export const UpdateVideoBody = z.partial(
  z.strictObject({
    title: Title,
    caption: z.nullable(text(CAPTION_MAX_LENGTH)),
    toolUsed: ToolUsed,
    model: Model,
    prompt: z.nullable(text(PROMPT_MAX_LENGTH)),
    tags: z.nullable(Tags),
    commenting: Commenting,
    showsReality: ShowsReality,
  }),
)
export type UpdateVideoBody = z.output<typeof UpdateVideoBody>

export const LikedVideoPage = z.object({ likedVideos: z.array(Video), nextCursor: NextCursor })
export type LikedVideoPage = z.output<typeof LikedVideoPage>

export const listVideos = endpoint({
  method: 'GET',
  path: '/api/videos',
  summary: 'The feed: visible videos, newest first.',
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
})

export const listUserVideos = endpoint({
  method: 'GET',
  path: '/api/videos/user/:userId',
  summary: "A creator's visible videos, newest first.",
  params: z.object({ userId: Id }),
  query: VideoListQuery,
  response: VideoPage,
  otherReplies: revalidated,
})

export const getVideo = endpoint({
  method: 'GET',
  path: '/api/videos/:id',
  summary: 'One video. Hidden ones are 404 to all but their owner.',
  params: IdParams,
  response: VideoDetail,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})

export const createVideo = endpoint({
  method: 'POST',
  path: '/api/videos',
  summary: 'Publish an upload. It is on the wall at once; poster and preview follow.',
  body: CreateVideoBody,
  response: VideoDetail,
  status: 201,
  errors: [...activeErrors],
})

export const updateVideo = endpoint({
  method: 'PATCH',
  path: '/api/videos/:id',
  summary: 'Edit one of your videos.',
  params: IdParams,
  body: UpdateVideoBody,
  response: VideoDetail,
  errors: [...activeErrors, 'ACCESS_DENIED', 'NOT_FOUND'],
})

export const deleteVideo = endpoint({
  method: 'DELETE',
  path: '/api/videos/:id',
  summary: 'Delete one of your videos, its files included.',
  params: IdParams,
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED', 'NOT_FOUND'],
})

export const retryVideo = endpoint({
  method: 'POST',
  path: '/api/videos/:id/retry',
  summary: 'Retry the poster, preview or stream of one of your videos. Does nothing if none of them failed.',
  params: IdParams,
  response: VideoDetail,
  errors: [...activeErrors, 'ACCESS_DENIED', 'NOT_FOUND'],
})

export const listLikedVideos = endpoint({
  method: 'GET',
  path: '/api/users/:id/liked-videos',
  summary: 'The videos a person likes, most recently liked first. Only they can see them.',
  params: IdParams,
  query: VideoListQuery,
  response: LikedVideoPage,
  errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
})
