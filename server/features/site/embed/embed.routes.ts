import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { iconAddress } from '../../../../contract/site/default-branding.ts'
import { IdParams } from '../../../../contract/fields.ts'
import type { Deps } from '../../../setup/deps.ts'
import { accentCss } from '../../../http/replies/accent-css.ts'
import { fillPage, withIcon } from '../../../http/replies/html.ts'
import { embedPolicy } from '../../../http/guards/security.ts'
import { pageRoute } from '../../../http/page-route.ts'
import { sendHtml } from '../../../http/replies/compression.ts'
import { readBuiltPage } from '../../../http/replies/web-app.ts'
import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'
import { ignoreOutage } from '../../../db/outage.ts'
import type { ShareMetadata } from '../pages/share-metadata.ts'
import type { VideoMetadata } from '../pages/share-metadata.queries.ts'
import { nameOf } from '../pages/heads/structured-data.ts'
import { oembedRoutes } from './oembed.routes.ts'

/** Serves the only page that other sites may embed: a small player without cookies, the same for all viewers. */
export async function embedRoutes(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  { metadata, settings }: { metadata: ShareMetadata; settings: CurrentSettings },
): Promise<void> {
  const [player, unavailable] = await Promise.all([readBuiltPage('embed'), readBuiltPage('embed-unavailable')])

  async function send(reply: FastifyReply, video: VideoMetadata | 'away' | undefined): Promise<FastifyReply> {
    const { siteName, accentColour, icon } = await settings.readLast()
    const css = accentColour ? accentCss(accentColour) : undefined
    const isThere = video !== undefined && video !== 'away'
    reply.status(isThere ? 200 : video === 'away' ? 503 : 404).headers({
      'cache-control': isThere ? 'public, max-age=0, s-maxage=1' : 'private, no-store',
      'content-security-policy': embedPolicy(config.objectsUrl, css && `sha256-${hash('sha256', css, 'base64')}`),
      'cross-origin-resource-policy': 'cross-origin',
    })
    const values = { siteName, ...(isThere ? playerValues(video, config) : {}) }
    const template = isThere ? player : unavailable
    const page = fillPage(icon ? withIcon(template, iconAddress(icon)) : template, values)
    return sendHtml(reply, css ? page.replace('</head>', () => `<style>${css}</style></head>`) : page)
  }

  pageRoute(app, {
    path: '/embed/:id',
    params: IdParams,
    config: { mayBeFramed: true },
    handle: async ({ id }, _request, reply) => send(reply, await metadata.findVideo(id).catch(orAway)),
    handleMalformed: (reply) => send(reply, undefined),
  })

  oembedRoutes(app, config, { metadata, settings })
}

function orAway(error: unknown): 'away' {
  ignoreOutage(error)
  return 'away'
}

function playerValues(video: VideoMetadata, { publicUrl: origin, objectsUrl }: Deps['config']): Record<string, string> {
  const address = (objectId: string, type: string | null) => publicAddress(objectPath(objectId, type), objectsUrl)
  const { id, title, username, originalId, contentType, streamId, streamSizesCount, previewId, posterId } = video
  return {
    id,
    title,
    creator: nameOf(video),
    pageUrl: `${origin}/video/${id}`,
    creatorUrl: username ? `${origin}/profile/${username}` : `${origin}/video/${id}`,
    file: address(originalId, contentType),
    stream: streamId ? address(streamId, renditionTypes.stream) : '',
    streamSizesCount: `${streamSizesCount ?? ''}`,
    preview: previewId ? address(previewId, renditionTypes.preview) : '',
    poster: posterId ? address(posterId, renditionTypes.poster) : '',
    mark: video.showsReality ? 'AI' : '',
    // Until there is a poster, the player shows the first frame.
    preload: posterId ? 'none' : 'metadata',
  }
}
