import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, lineOrNull, text, textOrNull, visibleLine } from '../fields.ts'
import { cleanLine, refuseLength } from '../visible.ts'
import { licenseIds, remixPolicies } from './remixing.ts'
import { AlreadyHere } from './duplicates.ts'
import { splitTags } from './tags.ts'
import { UploadAddress } from './uploads.ts'
import {
  CAPTION_MAX_LENGTH,
  commentings,
  MODEL_MAX_LENGTH,
  PROMPT_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
  tools,
  VideoDetail,
} from './videos.ts'

/** The endpoints for creators, in a file of their own because the first page should not load their schemas. */

export const PARENTS_MAX_COUNT = 4
export const THANKS_MAX_LENGTH = 200

/** The messages about texts of a video that are missing or too long. */
export const wordRefusals = {
  noTitle: 'Title is required',
  tooLong: {
    title: 'Title must be 80 characters or less',
    caption: refuseLength('caption', CAPTION_MAX_LENGTH),
    model: 'Model must be 60 characters or less',
    prompt: refuseLength('prompt', PROMPT_MAX_LENGTH),
  },
  tagTooLong: 'Tags must be 50 characters or less',
  tooManyTags: 'Please use at most 30 tags',
}

const Title = visibleLine(TITLE_MAX_LENGTH, wordRefusals.noTitle, { tooLong: wordRefusals.tooLong.title })

/**
 * Tags are sent as one comma-separated string. They are trimmed, and empty ones are dropped. If tags differ only in
 * case, the first one is kept. The result is joined with a comma and a space.
 */
const Tags = z.pipe(
  z.pipe(
    text(TAGS_MAX_COUNT * (TAG_MAX_LENGTH + 2) * 2, 'Please use at most 30 tags of 50 characters'),
    z.transform((typed: string) => splitTags(cleanLine(typed))),
  ),
  z.pipe(
    z.array(z.string()).check(
      // The issue names the field that was sent, which is not a list.
      z.refine((tags) => tags.every(({ length }) => length <= TAG_MAX_LENGTH), wordRefusals.tagTooLong),
      z.maxLength(TAGS_MAX_COUNT, wordRefusals.tooManyTags),
    ),
    z.transform((tags: string[]) => tags.join(', ')),
  ),
)

const Thanks = lineOrNull(THANKS_MAX_LENGTH, 'Thanks must be 200 characters or less')

/** A source clip of a remix, and a sentence of thanks to its creator. */
export const ParentRef = z.strictObject({ videoId: Id, thanks: z.optional(z.nullable(Thanks)) })
export type ParentRef = z.output<typeof ParentRef>

/** The source clips. The first is the main one. */
const Parents = z
  .array(ParentRef)
  .check(
    z.maxLength(PARENTS_MAX_COUNT, 'Please add at most 4 source clips'),
    z.refine(namesEachOnce, 'Please add each source clip only once'),
  )

function namesEachOnce(parents: ParentRef[]): boolean {
  return new Set(parents.map(({ videoId }) => videoId)).size === parents.length
}

const ToolUsed = z.enum(tools, 'Please choose the AI tool that made this video')
const RemixPolicy = z.enum(remixPolicies, 'Please choose who can remix this')
const License = z.enum(licenseIds, 'Please choose one of the licences')
/** The moment in seconds whose frame becomes the poster; `null` if the server chooses one. */
const CoverAt = z
  .number('Please choose the cover by a time in seconds')
  .check(z.minimum(0, 'The cover can’t be before the start of the clip'))

const ShowsReality = z.boolean('showsReality must be true or false')

function longText(maxLength: number, tooLong: (length: number) => string) {
  return textOrNull(maxLength, ({ input }) => tooLong(String(input).length))
}

/** The texts that a creator types about a video. */
export const VideoWords = z.object({
  title: Title,
  caption: z.optional(z.nullable(longText(CAPTION_MAX_LENGTH, wordRefusals.tooLong.caption))),
  toolUsed: ToolUsed,
  model: z.optional(z.nullable(lineOrNull(MODEL_MAX_LENGTH, wordRefusals.tooLong.model))),
  prompt: z.optional(z.nullable(longText(PROMPT_MAX_LENGTH, wordRefusals.tooLong.prompt))),
  tags: z.optional(z.nullable(Tags)),
})

export type VideoWord = keyof typeof VideoWords.shape
export const videoWords = Object.keys(VideoWords.shape) as VideoWord[]

/** Names of the texts for moderators, in reading order. */
export const wordLabels: Record<VideoWord, string> = {
  title: 'Title',
  caption: 'Caption',
  prompt: 'Prompt',
  tags: 'Tags',
  toolUsed: 'Tool',
  model: 'Model',
}

/**
 * `aspectRatio` is the page's guess; the server measures the file and stores its own result. Under CC BY-ND, only the
 * creator can remix the video, regardless of `remixPolicy`. The same applies in `UpdateVideoBody`.
 */
export const CreateVideoBody = z.strictObject({
  ...VideoWords.shape,
  aspectRatio: z.optional(
    z.string().check(z.regex(/^(auto|[0-9]{1,5}:[0-9]{1,5})$/, 'aspectRatio must be w:h or auto')),
  ),
  showsReality: z.optional(ShowsReality),
  /** At most the clip's duration. */
  coverAt: z.optional(z.nullable(CoverAt)),
  videoUrl: UploadAddress,
  /** The source clips, which cannot be changed later. Each must exist and allow remixes by this person. */
  parents: z.optional(Parents),
  remixPolicy: z.optional(RemixPolicy),
  license: z.optional(z.nullable(License)),
  /**
   * The workflow in the file's tags is always removed from the file. `share`: viewers can download a copy of it without
   * secrets and folders. The default is `remove`.
   */
  workflow: z.optional(z.enum(['remove', 'share'], 'workflow must be remove or share')),
  /** The creator's answer to "This clip is already here". */
  alreadyHere: z.optional(AlreadyHere),
})
export type CreateVideoBody = z.output<typeof CreateVideoBody>

/** Omitted fields keep their value. `null` or an empty string clears a field, except for title and tool. */
export const UpdateVideoBody = z.partial(
  z.strictObject({
    ...VideoWords.shape,
    commenting: z.enum(commentings, 'Please choose who can comment'),
    showsReality: ShowsReality,
    coverAt: z.nullable(CoverAt),
    remixPolicy: RemixPolicy,
    license: z.nullable(License),
  }),
)
export type UpdateVideoBody = z.output<typeof UpdateVideoBody>

export const createVideo = endpoint({
  method: 'POST',
  path: '/api/videos',
  access: 'active',
  summary:
    'Publish an upload: `videoUrl` is one of its addresses. The clip appears in the feed at once; poster and preview follow.',
  body: CreateVideoBody,
  response: VideoDetail,
  status: 201,
  errors: ['ACCESS_DENIED', 'EMAIL_UNVERIFIED', 'BLOCKED', 'NOT_FOUND', 'CONFLICT'],
})

export const updateVideo = endpoint({
  method: 'PATCH',
  path: '/api/videos/:id',
  access: 'active',
  summary: 'Edit one of your videos.',
  params: IdParams,
  body: UpdateVideoBody,
  response: VideoDetail,
  errors: ['ACCESS_DENIED', 'NOT_FOUND'],
})

export const deleteVideo = endpoint({
  method: 'DELETE',
  path: '/api/videos/:id',
  access: 'account',
  summary: 'Delete one of your videos and its files.',
  params: IdParams,
  response: null,
  errors: ['ACCESS_DENIED', 'NOT_FOUND'],
})

export const retryVideo = endpoint({
  method: 'POST',
  path: '/api/videos/:id/retry',
  access: 'active',
  summary: 'Retry the poster, preview or stream of one of your videos. Does nothing if none of them failed.',
  params: IdParams,
  response: VideoDetail,
  errors: ['ACCESS_DENIED', 'NOT_FOUND'],
})
