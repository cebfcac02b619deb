import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { can, type Viewer } from '../../access/can.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { sendError } from '../../http/error-handler.ts'
import { matchesEtag } from '../../http/replies/etag.ts'
import { OpenReplies } from '../../http/guards/open-replies.ts'
import type { VisitorRequest } from '../../http/route.ts'
import { ReadCache } from '../../http/read-cache.ts'
import { PROFILE_CHANGED } from '../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../signals/video-signals.ts'
import type { Storage } from '../../storage/storage.ts'
import { accelHeaders } from './accel-address.ts'
import { parseRange } from '../../http/byte-range.ts'
import { fits, MANIFEST_TYPE, objectPath, parseObjectName } from '../object-address.ts'
import { findServedObject, type ServedObject } from '../objects.queries.ts'
import { bytesOf } from './served-bytes.ts'

const MAX_KEPT = 5_000

/**
 * Objects on their way to one address. A browser has six connections at most to a site over HTTP/1.1, so that forty
 * people behind one router are never refused, each with a wall that loads; a program that asks and never reads is.
 */
const MAX_OPEN = 256

/** A browser keeps it for good; a cache for many asks again each hour, so that what was taken down leaves it. */
const PUBLIC_CACHING = 'public, max-age=31536000, s-maxage=3600, immutable'

/** Other sites may show and play what is public: cast receivers, players, previews of links. */
const forOtherSites = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag, Link',
  'cross-origin-resource-policy': 'cross-origin',
}

/** A browser asks before it sends a `Range` that it does not know to be harmless. */
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
 * The bytes of published objects, with ranges, ETag and immutable caching. They are served with the type that the
 * server determined and a policy under which they can never run as a page.
 */
export function objectRoutes(app: FastifyInstance, { db, storage, signals, config }: Deps): void {
  // A player asks for many ranges of one file. What takes an object off the site, or puts it there, changes a video or
  // somebody's picture.
  const objects = new ReadCache<ServedObject | undefined>({
    max: MAX_KEPT,
    signals,
    droppedBy: {
      // What was not there, or is being looked up, may be any video's.
      [VIDEO_CHANGED]: (videoId, _name, object) => object === undefined || object.videoId === videoId,
      [PROFILE_CHANGED]: (userId, _name, object) => object === undefined || object.ownerId === userId,
    },
  })
  const isSigning = config.signing !== undefined
  const openReplies = new OpenReplies(config.rateLimits ? MAX_OPEN : Infinity)

  /** @returns `undefined` if there is none by this name, or `viewer` may not see it. */
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
    if (!object) return sendError(reply, new AppError('NOT_FOUND', 'There is no such object'))

    const { etag, sizeBytes, isAsStored, read } = await bytesOf(storage, object)
    reply.headers({ etag, ...headersOf(object) })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()

    const ifRange = request.headers['if-range']
    const range = ifRange && ifRange !== etag ? undefined : parseRange(request.headers.range, sizeBytes)
    if (range === 'unsatisfiable') return sendUnsatisfiable(reply, sizeBytes)
    // Addresses of a bucket are good for some minutes, whatever happens meanwhile: what is hidden has none.
    const isForNginx = isAsStored && !(object.isHidden && storage.signedPath)
    if (config.objectsAccel && isForNginx && request.method === 'GET')
      return leaveToNginx(reply, storage, object, range)
    const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
    if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
    reply.header('content-length', end - start + 1).type(object.contentType)
    if (request.method === 'HEAD') return reply.send()
    if (!openReplies.add(request, reply)) return reply.hijack()
    return reply.send(read({ start, end }))
  }

  app.route<Named>({
    method: ['GET', 'HEAD'],
    url: '/objects/:name',
    exposeHeadRoute: false,
    config: { answerVisitor: (request, reply) => send(request as FastifyRequest<Named>, reply, undefined) },
    handler: (request, reply) => send(request, reply, request.session.person?.()),
  })
}

/** A policy under which it can never run as a page; who may keep it, or show it elsewhere; where its manifest is. */
function headersOf({ isHidden, manifestId, contentType }: ServedObject) {
  return {
    ...(manifestId && { link: `<${objectPath(manifestId, MANIFEST_TYPE)}>; rel="c2pa-manifest"` }),
    // Reports and workflows are for programs.
    ...(contentType === 'application/json' && { 'content-disposition': 'attachment' }),
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    ...(isHidden
      ? { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-site' }
      : { 'cache-control': PUBLIC_CACHING, ...forOtherSites }),
  }
}

/** Says to browsers that other sites may ask for objects. Whether one is there, or hidden, it does not say. */
export function objectPreflight(app: FastifyInstance): void {
  app.options('/objects/:name', (_request, reply) => reply.status(204).headers(preflight).send())
}

/** nginx sends the bytes, and whatever else this reply says. */
async function leaveToNginx(
  reply: FastifyReply,
  storage: Storage,
  { id, contentType }: ServedObject & { id: string },
  range?: { start: number; end: number },
): Promise<FastifyReply> {
  const told = await accelHeaders(storage, id, range)
  // With a whole file nginx itself says that it takes ranges.
  if (!range && !storage.signedPath) reply.removeHeader('accept-ranges')
  reply.headers({ ...told }).type(contentType)
  return reply.send()
}

function sendUnsatisfiable(reply: FastifyReply, sizeBytes: number) {
  return reply.status(416).header('content-range', `bytes */${sizeBytes}`).removeHeader('cache-control').send()
}
