import type { CreateVideoBody, Video } from '../../../contract/videos.ts'
import { createVideo, listUserVideos } from '../../../contract/videos.ts'
import { ApiError, call } from '../../api.ts'
import { forgetUpload } from './remembered-uploads.ts'
import { sendFile, type SendingStep } from './send-file.ts'
import { objectIdOf, withoutQuery } from './upload-address.ts'

/** What is going on, for the person who waits. */
export type PublishStep = { step: 'preparing' } | SendingStep | { step: 'publishing' }

interface PublishOptions {
  userId: string
  signal: AbortSignal
  onStep: (step: PublishStep) => void
}

/** Of a reply that is no JSON, in a toast. */
const RAW_MAX_LENGTH = 200

/**
 * Uploads a file and publishes it as a video. What has arrived stays for a day: a second try with the same file, in
 * another visit, too, goes on there.
 *
 * @throws {Error} With a sentence for people. A `DOMException` named 'AbortError' if `signal` was aborted, or the upload
 *   given up.
 */
export async function publish(
  file: File,
  details: Omit<CreateVideoBody, 'videoUrl'>,
  options: PublishOptions,
): Promise<Video> {
  const { userId, onStep } = options
  onStep({ step: 'preparing' })
  const ticket = await sendFile(file, options)
  onStep({ step: 'publishing' })
  try {
    const video = await create(userId, { ...details, videoUrl: withoutQuery(ticket.uploadURL) })
    forgetUpload(userId, ticket)
    return video
  } catch (error) {
    // Refused for what it is.
    if (error instanceof ApiError && error.code === 'VALIDATION_FAILED') forgetUpload(userId, ticket)
    throw new Error(wordsOf(error) ?? 'Failed to create video record', { cause: error })
  }
}

/**
 * Makes the video. Where no answer comes, asking again is safe: an upload can be published only once. Not to be aborted:
 * what the server has accepted is published, whether its answer arrives or not.
 */
async function create(userId: string, body: CreateVideoBody): Promise<Video> {
  try {
    return await createOrFind(userId, body)
  } catch (error) {
    if (error instanceof ApiError) throw error
    return createOrFind(userId, body)
  }
}

/** What is called failed may be published all the same, by this try or one before, of which the answer was lost. */
async function createOrFind(userId: string, body: CreateVideoBody): Promise<Video> {
  try {
    return await call(createVideo, { body })
  } catch (error) {
    // Without an answer here either, the first error tells more.
    const published = await findPublished(userId, body.videoUrl).catch(() => undefined)
    if (published) return published
    throw error
  }
}

/** The newest come first, so that one page is enough. */
async function findPublished(userId: string, uploadURL: string): Promise<Video | undefined> {
  const { videos } = await call(listUserVideos, { params: { userId }, query: {} })
  return videos.find(({ videoUrl }) => objectIdOf(videoUrl) === objectIdOf(uploadURL))
}

/** The server's sentence, else what it wrote if that is plain text and not some proxy's page. */
function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.sentence) return error.sentence
  const raw = error.message.slice(`${error.status}: `.length).trim()
  return raw === '' || /^[<{[]/.test(raw) ? undefined : raw.slice(0, RAW_MAX_LENGTH)
}
