import type { FastifyInstance } from 'fastify'
import { isDatabaseAway } from '../../db/outage.ts'
import type { Deps } from '../../deps.ts'
import { fillPage } from '../../http/html.ts'
import { embedPolicy } from '../../http/security.ts'
import { readBuiltPage } from '../../http/web-app.ts'
import type { Previewed } from '../pages/previewed.ts'
import type { PreviewedVideo } from '../pages/previewed.queries.ts'
import { nameOf } from '../pages/structured-data.ts'
import { oembedRoute } from './oembed.route.ts'

/** The only page that other sites may show in a frame: a small player, the same for everybody, without cookies. */
export async function embedRoutes(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  previewed: Previewed,
): Promise<void> {
  const [player, unavailable] = await Promise.all([readBuiltPage('embed'), readBuiltPage('embed-unavailable')])

  app.get<{ Params: { id: string } }>('/embed/:id', { config: { mayBeFramed: true } }, async ({ params }, reply) => {
    const video = await orAway(previewed.findVideo(params.id))
    const isThere = video !== undefined && video !== 'away'
    return reply
      .status(isThere ? 200 : video === 'away' ? 503 : 404)
      .headers({
        'cache-control': isThere ? 'public, max-age=0, s-maxage=1' : 'private, no-store',
        'content-security-policy': embedPolicy,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/html; charset=utf-8')
      .send(isThere ? fillPage(player, playerValues(video, config.publicUrl)) : unavailable)
  })

  oembedRoute(app, config.publicUrl, previewed)
}

async function orAway<T>(reading: Promise<T>): Promise<T | 'away'> {
  try {
    return await reading
  } catch (error) {
    if (isDatabaseAway(error)) return 'away'
    throw error
  }
}

function playerValues(video: PreviewedVideo, origin: string): Record<string, string> {
  const { id, title, username, originalId, streamId, streamSizesCount, previewId, posterId } = video
  return {
    id,
    title,
    creator: nameOf(video),
    pageUrl: `${origin}/video/${id}`,
    creatorUrl: username ? `${origin}/profile/${username}` : `${origin}/video/${id}`,
    file: `/objects/${originalId}`,
    stream: streamId ? `/objects/${streamId}` : '',
    streamSizesCount: `${streamSizesCount ?? ''}`,
    preview: previewId ? `/objects/${previewId}` : '',
    poster: posterId ? `/objects/${posterId}` : '',
    // Until there is a poster, the first picture stands in for it.
    preload: posterId ? 'none' : 'metadata',
  }
}
