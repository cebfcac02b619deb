import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EMPTY_FILE, VIDEO_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { cancelUpload, continueUpload, getArrival } from './resumable-upload.ts'
import { uploadPath, verifyUploadAddress, type SignedUpload } from './upload-address.ts'
import { beginResumable } from './upload-quota.ts'
import { alreadyUsed, tooLarge } from './upload-refusals.ts'
import { UploadLocks } from './upload-locks.ts'

/** Handles a method, and sets status and headers. No reply has a body. */
type Answer = (request: FastifyRequest, reply: FastifyReply, upload: SignedUpload) => Promise<void>

const methods = ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

const VERSION = '1.0.0'
const BODY_TYPE = 'application/offset+octet-stream'
/** Smaller requests are rate-limited. The web client sends at least 1 MB at once, except for the end of a file. */
const SMALL_PIECE_BYTES = 256 * 1024

/**
 * Registers the tus protocol (https://tus.io/protocols/resumable-upload, with creation, expiration and termination) at
 * one signed address for each upload. As with `uploadTarget`, only the signature authorises a request, never a cookie.
 */
export function resumableUploadTarget(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  const { secret } = deps
  app.decorateRequest('upload')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'private, no-store' })
    request.setDecorator('upload', verifyUploadAddress(request.url, { secret, now: Date.now() }, 'resumable'))
    checkProtocol(request, reply)
    // Methods other than PATCH have no body whose type could matter.
    request.headers['content-type'] = BODY_TYPE
  })

  const answers = answersOf(deps)
  app.route({
    method: [...methods],
    url: `${uploadPath}:id/resumable`,
    exposeHeadRoute: false,
    bodyLimit: VIDEO_MAX_BYTES,
    async handler(request, reply) {
      const upload = request.getDecorator<SignedUpload>('upload')
      await answers[methodOf(request)](request, reply, upload)
      return reply.header('upload-expires', upload.expiresAt.toUTCString()).send()
    },
  })
}

/** @throws {AppError} If the request uses another version of the protocol, or sends another type of body. */
function checkProtocol(request: FastifyRequest, reply: FastifyReply): void {
  const method = methodOf(request)
  if (method !== 'OPTIONS' && request.headers['tus-resumable'] !== VERSION) {
    reply.header('tus-version', VERSION)
    throw new AppError('PRECONDITION_FAILED', `This address supports version ${VERSION} of the tus protocol.`)
  }
  if (method === 'PATCH' && request.headers['content-type'] !== BODY_TYPE) {
    throw new AppError('UNSUPPORTED_MEDIA', `This address accepts ${BODY_TYPE}`)
  }
}

function answersOf(deps: Deps): Record<Method, Answer> {
  const locks = new UploadLocks(deps)

  async function limitQuestions(request: FastifyRequest, id: string): Promise<void> {
    await deps.limits.take('address-upload-queries', request.ip)
    await deps.limits.take('upload-queries', id)
  }

  return {
    async OPTIONS(request, reply, { id }) {
      await limitQuestions(request, id)
      reply.status(204).headers({
        'tus-version': VERSION,
        'tus-extension': 'creation,expiration,termination',
        'tus-max-size': VIDEO_MAX_BYTES,
      })
    },

    async POST(request, reply, { id }) {
      const lengthBytes = bytesIn(request, 'upload-length')
      if (lengthBytes === 0) throw new AppError('VALIDATION_FAILED', EMPTY_FILE)
      if (lengthBytes > VIDEO_MAX_BYTES) throw tooLarge()
      if (!(await beginResumable(deps, id, lengthBytes))) throw alreadyUsed()
      reply.status(201).header('location', request.url)
    },

    async HEAD(request, reply, { id }) {
      await limitQuestions(request, id)
      const { offsetBytes, lengthBytes } = await locks.interrupt(id, () => getArrival(deps, id))
      reply.status(200).headers({ 'upload-offset': offsetBytes, 'upload-length': lengthBytes })
    },

    async PATCH(request, reply, { id }) {
      const from = bytesIn(request, 'upload-offset')
      // A body without a declared length may be small, so it counts as small.
      if (Number(request.headers['content-length'] ?? 0) < SMALL_PIECE_BYTES) {
        await deps.limits.take('address-upload-pieces', request.ip)
        await deps.limits.take('upload-pieces', id)
      }
      const { offsetBytes } = await locks.receive(id, request.raw, (lease) =>
        continueUpload(deps, id, { offsetBytes: from, request: request.raw, lease }),
      )
      reply.status(204).header('upload-offset', offsetBytes)
    },

    async DELETE(_request, reply, { id }) {
      await locks.interrupt(id, () => cancelUpload(deps, id))
      reply.status(204)
    },
  }
}

/**
 * Returns the request's method, or the one in `X-HTTP-Method-Override`, for clients that can send only GET and POST.
 *
 * @throws {AppError} BAD_REQUEST if the method is not supported.
 */
function methodOf({ method, headers }: FastifyRequest): Method {
  const wanted = headers['x-http-method-override'] ?? method
  const known = methods.find((name) => name === wanted)
  if (!known) throw new AppError('BAD_REQUEST', 'This address does not support this X-HTTP-Method-Override.')
  return known
}

function bytesIn({ headers }: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const value = headers[name]
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) {
    throw new AppError('VALIDATION_FAILED', `The header ${name} must be a number of bytes.`)
  }
  return Number(value)
}
