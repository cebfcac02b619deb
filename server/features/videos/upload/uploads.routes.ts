import type { FastifyInstance } from 'fastify'
import { createUpload, getOwnStorage, VIDEO_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { route } from '../../../http/route.ts'
import { receiveUpload } from './receive-upload.ts'
import { signUploadAddress, uploadPath, verifyUploadAddress } from './upload-address.ts'
import { readUsage } from './storage-usage.ts'
import { startUpload } from './upload-quota.ts'
import { UploadLocks } from './upload-locks.ts'

export function uploadRoutes(app: FastifyInstance, { db, storage, disk, secret, config, limits }: Deps): void {
  route(app, createUpload, async ({ viewer }) => {
    await limits.take('account-uploads', viewer.id)
    const id = await startUpload({ db, storage, disk }, viewer.id)
    const signing = { publicUrl: config.publicUrl, secret, now: Date.now() }
    return {
      uploadURL: signUploadAddress(id, signing),
      resumableURL: signUploadAddress(id, signing, 'resumable'),
    }
  })

  route(app, getOwnStorage, async ({ viewer }) => {
    const { usedBytes, limitBytes } = await readUsage(db, viewer.id)
    return { usedBytes, limitBytes }
  })
}

/**
 * Registers `PUT` of a raw file to a signed address. `route()` cannot register it, because the body is bytes of any
 * type, and only the signature authorises the request, never a cookie.
 */
export function uploadTarget(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // The declared type is ignored. Browsers send none for files that their operating system does not know.
  app.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'application/octet-stream'
  })

  const locks = new UploadLocks(deps)

  app.put(`${uploadPath}:id`, { bodyLimit: VIDEO_MAX_BYTES }, async (request, reply) => {
    const { id } = verifyUploadAddress(request.url, { secret: deps.secret, now: Date.now() }, 'whole')
    // `curl --continue-at` sends the end of a file in this way.
    if (request.headers['content-range']) {
      throw new AppError('BAD_REQUEST', 'This address takes a whole file. Its resumable address takes one in parts.')
    }
    await locks.receive(id, request.raw, (lease) => receiveUpload(deps, id, request.raw, lease))
    return reply.status(200).header('cache-control', 'private, no-store').send()
  })
}
