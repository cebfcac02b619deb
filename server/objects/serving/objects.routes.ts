import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can, type Viewer } from '../../access/can.ts'
import type { Deps } from '../../setup/deps.ts'
import { isDatabaseAway } from '../../db/outage.ts'
import { AppError } from '../../errors/app-error.ts'
import { hasSystemCode } from '../../errors/system-error.ts'
import { matchesEtag } from '../../http/replies/etag.ts'
import { limitOpenReplies } from '../../http/guards/open-replies.ts'
import type { VisitorRequest } from '../../http/route.ts'
import { ReadCache } from '../../http/read-cache.ts'
import { PROFILE_CHANGED } from '../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../signals/video-signals.ts'
import type { ByteRange, Storage } from '../../storage/storage.ts'
import { accelHeaders, bytesOf } from './served-bytes.ts'
import { requestedRange, setRange, setUnsatisfiable } from '../../http/byte-range.ts'
import { fits, MANIFEST_TYPE, objectPath, parseObjectName } from '../object-address.ts'
import { findServedObject, type ServedObject } from '../objects.queries.ts'

const MAX_KEPT = 5_000

/**
 * Maximum number of concurrent replies to one address. Over HTTP/1.1 a browser opens at most six connections to a site.
 * Forty viewers behind one router, each with a loading page, are therefore never refused. A program that sends requests
 * and never reads the replies is refused.
 */
const MAX_OPEN = 256

/** Browsers keep a public object for good. Shared caches revalidate it hourly, so that they drop removed ones. */
const PUBLIC_CACHING = 'public, max-age=31536000, s-maxage=3600, immutable'

/** Headers that let other sites show and play public objects: cast receivers, players and link previews. */
const forOtherSites = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag, Link',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Headers of the preflight reply. Browsers send a preflight for a `Range` that is not on the safelist. */
const preflight = {
  ...forOtherSites,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'If-None-Match, If-Range, Range',
  'access-control-max-age': '86400',
  'cache-control': 'public, max-age=86400',
}

interface Named {
  Params: { name: string }
}

/**
 * Serves the bytes of published objects, with ranges, ETag and immutable caching. They have the type that the server
 * determined, and a policy under which they can never run as a page.
 */
export function objectRoutes(app: FastifyInstance, { db, storage, signals, config }: Deps): void {
  // A player requests many ranges of one file. Each change that hides or shows an object changes a video or a profile.
  const objects = new ReadCache<ServedObject | undefined>({
    max: MAX_KEPT,
    signals,
    droppedBy: {
      // A missing object, or one that is being looked up, may belong to any video.
      [VIDEO_CHANGED]: (videoId, _name, object) => object === undefined || object.videoId === videoId,
      [PROFILE_CHANGED]: (userId, _name, object) => object === undefined || object.ownerId === userId,
    },
  })
  const isSigning = config.signing !== undefined
  const countReply = limitOpenReplies(config.rateLimits ? MAX_OPEN : Infinity)

  /** @returns `undefined` if no object has this name, or `viewer` may not see it. */
  async function find(address: string, viewer: Viewer): Promise<(ServedObject & { id: string }) | undefined> {
    const name = parseObjectName(address)
    const object = name && (await objects.get(name.id, () => findServedObject(db, name.id, { isSigning })))
    if (!object || !fits(name, object.contentType)) return undefined
    return can(viewer, 'see', object) ? { ...object, id: name.id } : undefined
  }

  async function send(
    request: VisitorRequest & FastifyRequest<Named>,
    reply: FastifyReply,
    viewer: Viewer,
  ): Promise<FastifyReply> {
    const object = await find(request.params.name, viewer)
    if (!object) throw notFound()

    const { etag, sizeBytes, isAsStored, read } = await bytesOf(storage, object)
    reply.headers({ etag, ...headersOf(object) })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()

    const range = requestedRange(request, { etag, sizeBytes })
    if (range === 'unsatisfiable') return setUnsatisfiable(reply, sizeBytes).removeHeader('cache-control').send()
    // A signed address of a bucket stays valid for minutes, even if the object is hidden. Hidden objects therefore have
    // none.
    const isForNginx = isAsStored && !(object.isHidden && storage.signedPath)
    if (config.objectsAccel && isForNginx && request.method === 'GET') {
      return leaveToNginx(reply, storage, object, range)
    }
    const sent = setRange(reply, range, sizeBytes)
    reply.type(object.contentType)
    if (request.method === 'HEAD') {
      if (!(await storage.find(object.id))) throw notFound()
      return reply.send()
    }
    if (!countReply(request, reply)) return reply.hijack()
    return reply.send(read(sent, reply.raw))
  }

  app.route<Named>({
    method: ['GET', 'HEAD'],
    url: '/objects/:name',
    exposeHeadRoute: false,
    config: { answerVisitor: (request, reply) => send(request as FastifyRequest<Named>, reply, undefined) },
    handler: (request, reply) => send(request, reply, request.session.person?.()),
    errorHandler(error, request, reply) {
      // These were set for the bytes.
      for (const name of ['etag', 'content-length', 'content-range']) reply.removeHeader(name)
      // Without these a player on another site would see a network error instead of the status.
      reply.headers(forOtherSites)
      if (!hasSystemCode(error, 'ENOENT') || isDatabaseAway(error)) throw error
      request.log.error({ err: error }, 'The bytes of an object are missing')
      // nginx answers this, too, for a file that is lost.
      throw notFound()
    },
  })
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'This object doesn’t exist')
}

function headersOf({ isHidden, manifestId, contentType }: ServedObject) {
  return {
    ...(manifestId && { link: `<${objectPath(manifestId, MANIFEST_TYPE)}>; rel="c2pa-manifest"` }),
    // Reports and workflows are JSON for programs, so browsers save them instead of showing them.
    ...(contentType === 'application/json' && { 'content-disposition': 'attachment' }),
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    ...(isHidden
      ? { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-site' }
      : { 'cache-control': PUBLIC_CACHING, ...forOtherSites }),
  }
}

/** Serves the preflight requests of browsers. The reply does not reveal whether an object exists or is hidden. */
export function objectPreflight(app: FastifyInstance): void {
  app.options('/objects/:name', (_request, reply) => reply.status(204).headers(preflight).send())
}

/** Lets nginx send the bytes. All other headers come from this reply. */
async function leaveToNginx(
  reply: FastifyReply,
  storage: Storage,
  { id, contentType }: ServedObject & { id: string },
  range?: ByteRange,
): Promise<FastifyReply> {
  reply.headers(await accelHeaders(storage, id, range)).type(contentType)
  // For a whole file nginx adds the header itself.
  if (!range && !storage.signedPath) reply.removeHeader('accept-ranges')
  return reply.send()
}
