import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Product, startProduct } from '../e2e/support/servers/server.ts'
import { testApp } from './test/test-app.ts'

const t = testApp()
let product: Product
beforeAll(async () => {
  product = await start()
})
afterAll(() => product.stop())

const start = () => startProduct({ DATABASE_URL: t.databaseUrl, SESSION_SECRET: 'x'.repeat(32) })

test('only one process serves a database, until it ends or is killed', async () => {
  await expect(start()).rejects.toThrow('Another Reverie is already using this database. Only one can')
  await product.crash()
  await product.restart()
})

test('SIGHUP, as from a closed terminal, stops the server in order', async () => {
  process.kill(product.pid, 'SIGHUP')
  const latest = t.db.selectFrom('processes').select('stoppedAt').orderBy('startedAt', 'desc').limit(1)
  await expect.poll(() => latest.executeTakeFirstOrThrow()).not.toEqual({ stoppedAt: null })
  await product.crash()
  await product.restart()
})

test('a folder without the files of the database’s site is refused', async () => {
  await product.crash()
  const id = randomUUID()
  await t.insert('objects', { id, state: 'published', contentType: 'video/mp4', sizeBytes: 5 })
  await expect(start()).rejects.toThrow('has none of this site’s files. Nothing was changed.')
  await t.db.deleteFrom('objects').where('id', '=', id).execute()
  await product.restart()
})

test('the files of another site beside a new database are refused', async () => {
  const site = await startProduct()
  onTestFinished(() => site.stop())
  await site.crash()
  const shard = join(site.dataDir, 'objects', 'ab')
  mkdirSync(shard)
  writeFileSync(join(shard, `ab${randomUUID().slice(2)}`), 'a clip')
  await expect(site.restart()).rejects.toThrow('The database is new, but the folder of the files, ')
})

test('the server’s files are private, even if they were readable before', async () => {
  const open = () =>
    ['.', ...readdirSync(product.dataDir, { recursive: true }).map(String)].filter(
      (name) => statSync(join(product.dataDir, name)).mode & 0o077,
    )
  expect(open()).toEqual([])
  await product.crash()
  chmodSync(product.dataDir, 0o755)
  chmodSync(join(product.dataDir, 'objects'), 0o755)
  await product.restart()
  expect(open()).toEqual([])
})

test('a secret that a full disk or a power cut left incomplete is replaced', async () => {
  const site = await startProduct()
  onTestFinished(() => site.stop())
  const file = join(site.dataDir, 'session-secret')
  const secret = readFileSync(file, 'utf8')
  for (const incomplete of ['', secret.slice(0, 20)]) {
    await site.crash()
    writeFileSync(file, incomplete)
    await site.restart()
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  const replaced = readFileSync(file, 'utf8')
  await site.crash()
  await site.restart()
  expect(readFileSync(file, 'utf8')).toBe(replaced)
})
