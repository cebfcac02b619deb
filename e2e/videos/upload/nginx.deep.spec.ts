import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { asInOps, hasNginx, type Nginx, type NginxSite, onlyLocation, startNginx } from '../../support/servers/nginx.ts'
import { expect, test as base } from '../../support/test.ts'
import { expectPublished, openUpload, send } from './partial-upload.ts'

// Tests with the nginx that is installed on this machine, if any.

const target = process.env.E2E_URL ?? ''

/** Returns the location block from docs/operating.md, with the address of this run's site. */
function fromDocs(): string {
  const docs = readFileSync(resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  const [, block] = /^location \/ \{\n(.*?)^\}/ms.exec(docs) ?? []
  expect(block).toContain('proxy_pass http://127.0.0.1:3000;')
  return block!.replace('http://127.0.0.1:3000', target)
}

const test = base.extend<{ site: NginxSite; nginx: Nginx; pieces: string[] }>({
  site: [onlyLocation(''), { option: true }],
  nginx: async ({ site }, use) => {
    const nginx = await startNginx(site)
    await use(nginx)
    await nginx.stop()
  },
  baseURL: async ({ nginx }, use) => use(nginx.url),
  /** Statuses and offsets of the upload requests, in order. */
  pieces: async ({ page }, use) => {
    const pieces: string[] = []
    page.on('response', (reply) => {
      const { method, size } = { method: reply.request().method(), size: reply.request().headers()['upload-offset'] }
      if (method === 'PATCH') pieces.push(`${reply.status()} from ${size}`)
    })
    await use(pieces)
  },
})

if (hasNginx) {
  test.describe('with its defaults', () => {
    test.use({ site: onlyLocation(`proxy_pass ${target}; proxy_set_header Host $http_host;`) })

    test('a clip over 1 MB is uploaded in pieces', async ({ page, pieces }) => {
      await openUpload(page)
      await send(page, 'Through its defaults')
      await expectPublished(page, 'Through its defaults')
      expect(pieces).toEqual(['413 from 0', '204 from 0', '204 from 1000000'])
    })
  })

  for (const [where, site] of [
    ['the docs set it', onlyLocation(fromDocs())],
    ['ops/nginx.conf sets it', asInOps([target])],
  ] as const) {
    test.describe(`as ${where}`, () => {
      test.use({ site })

      test('a clip is uploaded in one request, and events arrive immediately', async ({ page, pieces }) => {
        const streamed = page.waitForResponse('**/api/notifications/stream')
        await openUpload(page)
        expect((await streamed).headers()['content-type']).toContain('text/event-stream')
        await send(page, 'Through nginx')
        await expectPublished(page, 'Through nginx')
        expect(pieces).toEqual(['204 from 0'])
      })
    })
  }
}
