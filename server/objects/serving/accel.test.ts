import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathInFolder } from '../../storage/disk/shards.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'

// What the app says with `OBJECTS_ACCEL=nginx`; what nginx makes of it is in nginx.test.ts, where the machine has one.

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ objectsAccel: 'nginx' })
})
afterAll(() => t.stop())

async function insert(state: 'published' | 'hidden'): Promise<string> {
  const { id } = await t.db
    .insertInto('objects')
    .values({ state, contentType: 'video/mp4', sizeBytes: 10 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('who may have an object is told where nginx finds it, anybody else that there is none', async () => {
  const [there, hidden] = [await insert('published'), await insert('hidden')]
  const reply = await t.visitor.get(`/objects/${there}.mp4`)
  expect([reply.statusCode, reply.headers['x-accel-redirect']]).toEqual([200, `/_objects/${pathInFolder(there)}`])
  expect([reply.headers['content-type'], reply.body]).toEqual(['video/mp4', ''])
  const refused = await t.visitor.get(`/objects/${hidden}.mp4`)
  expect([refused.statusCode, refused.headers['x-accel-redirect']]).toEqual([404, undefined])
})
