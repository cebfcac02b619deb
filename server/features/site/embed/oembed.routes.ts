import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Id } from '../../../../contract/fields.ts'
import { EMBED_SIDE_PX, embedCode, embedSize } from '../../../../contract/site/embed.ts'
import { AppError } from '../../../errors/app-error.ts'
import { sendError } from '../../../http/error-handler.ts'
import type { Size } from '../../../media/decode/frame-shape.ts'
import { posterSize, shrink } from '../../../media/encode/poster-size.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { Origins } from '../pages/heads/page-head.ts'
import type { ShareMetadata } from '../pages/share-metadata.ts'
import type { VideoMetadata } from '../pages/share-metadata.queries.ts'
import { nameOf } from '../pages/heads/structured-data.ts'
import { videoAddresses } from '../pages/heads/video-head.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'

const pixels = z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,4}$/)))

const Query = z.object({
  url: z.string().check(z.maxLength(2_000)),
  maxwidth: pixels,
  maxheight: pixels,
  format: z._default(z.string().check(z.maxLength(20)), 'json'),
})

/**
 * Serves `GET /oembed?url=…&maxwidth=&maxheight=&format=json` (oembed.com), with which other sites embed a video.
 * Answers 404 for videos that visitors cannot see. Answers 501 for formats other than JSON, as the specification
 * requires.
 */
export function oembedRoutes(
  app: FastifyInstance,
  { publicUrl, objectsUrl }: Deps['config'],
  { metadata, settings }: { metadata: ShareMetadata; settings: CurrentSettings },
): void {
  app.get('/oembed', async (request, reply) => {
    // All origins are allowed, because the reply contains only what visitors can see.
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    const { success, data } = Query.safeParse(request.query)
    if (!success)
      throw new AppError(
        'VALIDATION_FAILED',
        'Please give the URL of a video, and `maxwidth` and `maxheight` in whole pixels',
      )
    if (data.format !== 'json') return reply.status(501).type('text/plain').send('Only JSON is available here\n')
    const id = videoIdIn(data.url, publicUrl)
    const video = id === undefined ? undefined : await metadata.findVideo(id)
    if (!video) return sendError(reply, new AppError('NOT_FOUND', 'This video doesn’t exist'))
    const { siteName } = await settings.readLast()
    const limits = { width: Number(data.maxwidth ?? Infinity), height: Number(data.maxheight ?? Infinity) }
    return reply
      .header('cache-control', 'public, max-age=0, s-maxage=1')
      .send(describeVideo(video, { publicUrl, objectsUrl, siteName }, limits))
  })
}

/** Returns the id in the URL of a video's page or player on this site. */
function videoIdIn(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin: asked, pathname } = new URL(url)
  return asked === origin ? Id.safeParse(/^\/(?:video|embed)\/([^/]+)\/?$/.exec(pathname)?.[1]).data : undefined
}

export type OembedVideo = ReturnType<typeof describeVideo>

/**
 * Returns an oEmbed 1.0 reply, with the field names of the specification. The player keeps its default shape within the
 * limits.
 *
 * @param limits Available space on the other page in CSS pixels, `Infinity` if that page names no limit.
 */
function describeVideo(video: VideoMetadata, { siteName, ...origins }: Origins & { siteName: string }, limits: Size) {
  const { publicUrl: origin } = origins
  const { player, poster } = videoAddresses(video, origins)
  const size = fitInside(embedSize(video.width / video.height), {
    width: Math.min(limits.width, EMBED_SIDE_PX),
    height: Math.min(limits.height, EMBED_SIDE_PX),
  })
  const picture = posterSize(video)
  // The reply must not name a thumbnail that is larger than the limits.
  const fits = picture.width <= limits.width && picture.height <= limits.height
  return {
    version: '1.0',
    type: 'video',
    provider_name: siteName,
    provider_url: origin,
    title: video.title,
    author_name: nameOf(video),
    ...(video.username ? { author_url: `${origin}/profile/${video.username}` } : {}),
    html: embedCode({ player, title: video.title, ...size }),
    ...size,
    ...(poster && fits
      ? { thumbnail_url: poster, thumbnail_width: picture.width, thumbnail_height: picture.height }
      : {}),
  }
}

function fitInside(size: Size, room: Size): Size {
  return shrink(size, Math.min(room.width / size.width, room.height / size.height))
}
