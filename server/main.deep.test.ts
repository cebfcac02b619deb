import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '../e2e/support/servers/server.ts'
import { startTestApp, type TestApp } from './test/test-app.ts'

let t: TestApp
let product: Product
beforeAll(async () => {
  t = await startTestApp()
  product = await start()
})
afterAll(async () => {
  await product.stop()
  await t.stop()
})

const start = () => startProduct({ DATABASE_URL: t.databaseUrl, SESSION_SECRET: 'x'.repeat(32) })

test('only one process serves a database, until it ends or is killed', async () => {
  await expect(start()).rejects.toThrow('Another Reverie is already using this database. Only one can')
  await product.crash()
  await product.restart()
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
