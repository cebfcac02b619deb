import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Id } from '../../../../contract/fields.ts'
import { AppError } from '../../../errors/app-error.ts'
import { sendError } from '../../../http/error-handler.ts'
import type { ShareMetadata } from '../pages/share-metadata.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'
import type { Deps } from '../../../setup/deps.ts'
import { describeVideo } from './oembed.ts'

const pixels = z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,4}$/)))

const Query = z.object({
  url: z.string().check(z.maxLength(2_000)),
  maxwidth: pixels,
  maxheight: pixels,
  format: z._default(z.string().check(z.maxLength(20)), 'json'),
})

/**
 * Serves `GET /oembed?url=…&maxwidth=&maxheight=&format=json` (oembed.com), with which other sites embed a video.
 * Answers 404 for videos that visitors cannot see, and 501 for formats other than JSON, as the specification requires.
 */
export function oembedRoute(
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
