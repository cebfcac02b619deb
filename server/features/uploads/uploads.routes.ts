import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createUpload, VIDEO_MAX_BYTES } from '../../../contract/uploads.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { requireViewer, route } from '../../http/route.ts'
import { receiveUpload } from './receive-upload.ts'
import { objectIdOfUpload, signUploadAddress, uploadPath } from './upload-address.ts'
import { startUpload } from './upload-quota.ts'

export function uploadRoutes(app: FastifyInstance, { db, secret, config, limits }: Deps): void {
  route(app, createUpload, async ({ viewer }) => {
    const ownerId = requireViewer(viewer).id
    await limits.take('account-uploads', ownerId)
    const id = await startUpload(db, ownerId)
    return { uploadURL: signUploadAddress(id, { publicUrl: config.publicUrl, secret, now: Date.now() }) }
  })
}

/**
 * `PUT` of a raw file to a signed address. It stands apart from the contract's routes: the body is bytes of any type,
 * and the signature is the only right that counts, never a cookie.
 */
export function uploadTarget(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // Nobody's word on the type counts, and browsers send none at all for files that their system does not know.
  app.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'application/octet-stream'
  })

  /** Each address takes one file at a time: the quota knows of one. */
  const arriving = new Map<string, { request: IncomingMessage; done: Promise<void> }>()

  async function receive(id: string, request: IncomingMessage): Promise<void> {
    for (let earlier = arriving.get(id); earlier; earlier = arriving.get(id)) {
      if (!earlier.request.destroyed) throw underWay()
      // It was cut off, and is being tidied away.
      await earlier.done.catch(() => {})
    }
    const done = receiveUpload(deps, id, request).finally(() => arriving.delete(id))
    arriving.set(id, { request, done })
    return done
  }

  app.put(
    `${uploadPath}:id`,
    // The address is a key: it must not be found in a log.
    { logLevel: 'warn', bodyLimit: VIDEO_MAX_BYTES },
    async (request, reply) => {
      const id = objectIdOfUpload(request.url, { secret: deps.secret, now: Date.now() })
      if (id === undefined) {
        throw new AppError(
          'ACCESS_DENIED',
          'This upload address is not valid or has expired. Please ask for a new one.',
        )
      }
      await receive(id, request.raw)
      return reply.status(200).header('cache-control', 'private, no-store').send()
    },
  )
}

function underWay(): AppError {
  return new AppError('CONFLICT', 'Something is being uploaded to this address just now. Please ask for a new one.')
}
