import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { deleteObjectsOrSweep, takeForDeletion } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import { type PictureDeps, unusableUpload, withUploadedPicture } from '../../social/profiles/uploaded-picture.ts'
import type { CurrentSettings } from './site-settings.ts'

export const ICON_PATH = '/site-icon.webp'

/**
 * Stores an admin's upload as a picture for the site's icon, as avatars are, and deletes the upload.
 *
 * @param address Address of the upload, as the page received it.
 * @returns The hash of the picture. The setting `icon` makes it the icon.
 * @throws {AppError} As `withUploadedPicture`.
 */
export function storeIcon(deps: PictureDeps, userId: string, address: string): Promise<string> {
  return withUploadedPicture(deps, { userId, address, field: 'icon' }, async (claim, file) => {
    const content = await readFile(file)
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
    await deps.db.transaction().execute(async (tx) => {
      if (!(await takeForDeletion(tx, claim))) throw unusableUpload('icon')
      await tx
        .insertInto('sitePictures')
        .values({ hash, content })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ storedAt: sql`now()` }))
        .execute()
    })
    await deleteObjectsOrSweep(deps, [claim.id])
    return hash
  })
}

/** Deletes the pictures of earlier icons, but none that another admin may be about to use. */
export async function deleteFormerIcons(db: Db, hash: string | null): Promise<void> {
  await sql`
    delete from site_pictures
    where hash is distinct from ${hash} and stored_at < now() - interval '1 hour'`.execute(db)
}

/** Serves the site's own icon. Its address contains its hash, so browsers may keep it. */
export function siteIconRoute(app: FastifyInstance, { db }: Pick<Deps, 'db'>, settings: CurrentSettings): void {
  let last: { hash: string; content: Buffer } | undefined

  app.get(ICON_PATH, async (_request, reply) => {
    const { icon } = await settings.readLast()
    if (icon && last?.hash !== icon) {
      last = await db.selectFrom('sitePictures').selectAll().where('hash', '=', icon).executeTakeFirst()
    }
    if (!icon || !last) throw new AppError('NOT_FOUND', 'This site has no icon of its own.')
    return reply.header('cache-control', 'public, max-age=86400').type('image/webp').send(last.content)
  })
}
