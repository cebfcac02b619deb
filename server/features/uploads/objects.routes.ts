import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Id } from '../../../contract/fields.ts'
import type { Deps } from '../../deps.ts'
import { sendError } from '../../http/error-handler.ts'
import { AppError } from '../../http/app-error.ts'
import { parseRange } from './byte-range.ts'
import { matchesEtag } from '../../http/etag.ts'
import { SharedReads } from '../../http/shared-reads.ts'
import { PROFILE_CHANGED } from '../users/user-signals.ts'
import { VIDEO_CHANGED } from '../videos/video-signals.ts'
import { findServedObject, type ServedObject } from './objects.queries.ts'

const MAX_KEPT = 5_000

/**
 * The bytes of published objects, with ranges, ETag and immutable caching. They are served with the type that the
 * server determined and a policy under which they can never run as a page.
 */
export function objectRoutes(app: FastifyInstance, { db, storage, signals }: Deps): void {
  // A player asks for many ranges of one file. What takes an object off the site, or puts it there, changes a video or
  // somebody's picture.
  const objects = new SharedReads<ServedObject | undefined>(MAX_KEPT)
  const forget = () => objects.drop()
  signals.on(VIDEO_CHANGED, forget, forget)
  signals.on(PROFILE_CHANGED, forget)

  async function send(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
    viewerId: string | undefined,
  ): Promise<FastifyReply> {
    const { data: id } = Id.safeParse(request.params.id)
    const object = id && (await objects.get(id, () => findServedObject(db, id)))
    if (!object || (object.isHidden && object.ownerId !== viewerId)) {
      return sendError(reply, new AppError('NOT_FOUND', 'There is no such object'))
    }

    const etag = `"${id}"`
    reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': object.isHidden ? 'private, no-store' : 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
    })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()

    const ifRange = request.headers['if-range']
    const range = ifRange && ifRange !== etag ? undefined : parseRange(request.headers.range, object.sizeBytes)
    if (range === 'unsatisfiable') return sendUnsatisfiable(reply, object.sizeBytes)
    const { start, end } = range ?? { start: 0, end: object.sizeBytes - 1 }
    if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${object.sizeBytes}`)
    reply.header('content-length', end - start + 1).type(object.contentType)
    return request.method === 'HEAD' ? reply.send() : reply.send(storage.read(id, { start, end }))
  }

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/objects/:id',
    exposeHeadRoute: false,
    config: {
      answerVisitor: (request, reply) => send(request as FastifyRequest<{ Params: { id: string } }>, reply, undefined),
    },
    handler: (request, reply) => send(request, reply, request.session.userId),
  })
}

function sendUnsatisfiable(reply: FastifyReply, sizeBytes: number) {
  return reply.status(416).header('content-range', `bytes */${sizeBytes}`).removeHeader('cache-control').send()
}
