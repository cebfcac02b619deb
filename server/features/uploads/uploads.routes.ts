import type { FastifyInstance } from 'fastify'
import { createUpload, VIDEO_MAX_BYTES } from '../../../contract/uploads.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { requireViewer, route } from '../../http/route.ts'
import { ObjectExistsError, ObjectTooLargeError } from '../../storage/storage.ts'
import { createPendingObject, discardUpload, isPending, markStored } from './objects.queries.ts'
import { isValidUploadAddress, signUploadAddress, uploadPath } from './upload-address.ts'

export function uploadRoutes(app: FastifyInstance, { db, secret, config }: Deps): void {
  route(app, createUpload, async ({ viewer }) => {
    const id = await createPendingObject(db, requireViewer(viewer).id)
    return { uploadURL: signUploadAddress(id, { publicUrl: config.publicUrl, secret, now: Date.now() }) }
  })
}

/**
 * `PUT` of a raw file to a signed address. It stands apart from the contract's routes: the body is bytes of any type,
 * and the signature is the only right that counts, never a cookie.
 */
export function uploadTarget(app: FastifyInstance, deps: Deps): void {
  const { db, storage, secret } = deps
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // Nobody's word on the type counts, and browsers send none at all for files that their system does not know.
  app.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'application/octet-stream'
  })

  app.route<{ Params: { id: string }; Querystring: { expires?: string; signature?: string } }>({
    method: 'PUT',
    url: `${uploadPath}:id`,
    // The address is a key: it must not be found in a log.
    logLevel: 'warn',
    bodyLimit: VIDEO_MAX_BYTES,
    handler: async (request, reply) => {
      const { id } = request.params
      const { expires = '', signature = '' } = request.query
      if (!isValidUploadAddress({ id, expires, signature }, { secret, now: Date.now() })) {
        throw new AppError(
          'ACCESS_DENIED',
          'This upload address is not valid or has expired. Please ask for a new one.',
        )
      }
      if (Number(request.headers['content-length']) > VIDEO_MAX_BYTES) throw tooLarge()
      if (!(await isPending(db, id))) throw alreadyUsed()
      try {
        const { sizeBytes } = await storage.write(id, request.raw, { maxBytes: VIDEO_MAX_BYTES })
        if (!(await markStored(db, id, sizeBytes))) throw alreadyUsed()
      } catch (error) {
        if (error instanceof ObjectTooLargeError) {
          await discardUpload(deps, id)
          throw tooLarge()
        }
        if (error instanceof ObjectExistsError) throw alreadyUsed()
        // The caller went away: nobody reads this reply, and nothing of ours failed.
        if (request.raw.destroyed) throw new AppError('BAD_REQUEST', 'The upload was cut off.', { cause: error })
        throw error
      }
      return reply.status(200).header('cache-control', 'private, no-store').send()
    },
  })
}

function tooLarge(): AppError {
  return new AppError('TOO_LARGE', 'Please select a video file smaller than 5GB.')
}

function alreadyUsed(): AppError {
  return new AppError('CONFLICT', 'Something was already uploaded to this address. Please ask for a new one.')
}
