import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { iconAddress } from '../../../../contract/site/default-branding.ts'
import type { Db } from '../../../db/connect.ts'
import { settingKey } from '../../../db/setting-key.ts'
import { AppError } from '../../../errors/app-error.ts'
import { deleteObjectsOrSweep, takeForDeletion } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import { type PictureDeps, unusableUpload, withUploadedPicture } from '../../social/profiles/uploaded-picture.ts'
import type { CurrentSettings } from './site-settings.ts'

const ICON_PATH = '/site-icon.webp'

/**
 * Converts an admin's upload like an avatar, stores the picture for the site's icon, and deletes the upload.
 *
 * @param address Address of the upload, as the page received it.
 * @returns The hash of the picture. The setting `icon` makes it the icon.
 * @throws {AppError} As `withUploadedPicture`.
 */
export function storeIcon(deps: PictureDeps, userId: string, address: string): Promise<string> {
  return withUploadedPicture(deps, { userId, address, field: 'icon' }, async (claim, file) => {
    const content = await readFile(file)
    const contentHash = hash('sha256', content, 'hex').slice(0, 16)
    await deps.db.transaction().execute(async (tx) => {
      if (!(await takeForDeletion(tx, claim))) throw unusableUpload('icon')
      await sql`
        insert into site_pictures (hash, content) values (${contentHash}, ${content})
        on conflict (hash) do update set stored_at = now()`.execute(tx)
    })
    await deleteObjectsOrSweep(deps, [claim.id])
    return contentHash
  })
}

/** Returns the path and type of the site's icon in 512 × 512 pixels. @param icon The hash of the site's own icon. */
export function largeIcon(icon: string | null): { path: string; type: string } {
  return icon ? { path: iconAddress(icon), type: 'image/webp' } : { path: '/icon-512.png', type: 'image/png' }
}

/** Deletes the pictures of former icons. A picture stored within the last hour stays, because it may become the icon. */
export async function deleteFormerIcons(db: Db): Promise<void> {
  await sql`
    delete from site_pictures
    where stored_at < now() - interval '1 hour'
      and hash is distinct from (
        select value #>> '{}' from site_settings where key = ${settingKey('icon')})`.execute(db)
}

/**
 * Serves the site's own icon. The icon's address contains its hash, so caches may keep it. Another hash may belong to a
 * newer icon that this process does not know yet. A request with such a hash receives the current icon with caching
 * disabled.
 */
export function siteIconRoute(app: FastifyInstance, { db }: Pick<Deps, 'db'>, settings: CurrentSettings): void {
  let last: { hash: string; content: Buffer } | undefined

  app.get<{ Querystring: { v?: unknown } }>(ICON_PATH, async ({ query }, reply) => {
    const { icon } = await settings.readLast()
    if (icon && last?.hash !== icon) {
      last = await db.selectFrom('sitePictures').selectAll().where('hash', '=', icon).executeTakeFirst()
    }
    if (!icon || !last) throw new AppError('NOT_FOUND', 'This site has no icon of its own.')
    const caching = query.v === icon ? 'public, max-age=86400' : 'no-store'
    return reply
      .headers({ 'cache-control': caching, 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/webp')
      .send(last.content)
  })
}
