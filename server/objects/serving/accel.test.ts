import { expect, test } from 'vitest'
import { pathInFolder } from '../../storage/disk/shards.ts'
import { hideVideo } from '../../features/videos/publishing/hide-video.ts'
import { objectIdIn } from '../../features/videos/upload/upload-address.ts'
import { type Caller, publish, testApp } from '../../test/test-app.ts'

// Tests the app's replies with `OBJECTS_ACCEL=nginx`. nginx.test.ts tests nginx itself, if the machine has one.

const t = testApp({ objectsAccel: 'nginx', files: 'disk' })
const bucket = testApp({ objectsAccel: 'nginx', files: 'bucket' })

async function insert(state: 'published' | 'hidden'): Promise<string> {
  const { id } = await t.insert('objects', { state, contentType: 'video/mp4', sizeBytes: 10 })
  return id
}

test('only a viewer who may see an object gets its internal address', async () => {
  const [there, hidden] = [await insert('published'), await insert('hidden')]
  const reply = await t.visitor.get(`/objects/${there}.mp4`)
  expect([reply.statusCode, reply.headers['x-accel-redirect']]).toEqual([200, `/_objects/${pathInFolder(there)}`])
  expect([reply.headers['content-type'], reply.body]).toEqual(['video/mp4', ''])
  const refused = await t.visitor.get(`/objects/${hidden}.mp4`)
  expect([refused.statusCode, refused.headers['x-accel-redirect']]).toEqual([404, undefined])
})

test('for a bucket, nginx gets an address valid for minutes, except for hidden objects', async () => {
  const { caller } = await bucket.signUp()
  const { id, videoUrl } = await publish(caller)
  const ask = (who: Caller) => who.inject({ method: 'GET', url: videoUrl, headers: { range: 'bytes=1-2' } })
  const shown = await ask(bucket.visitor)
  const path = `/_bucket/reverie/objects/${objectIdIn(videoUrl)}`
  expect([shown.statusCode, shown.headers['x-object-range'], shown.body]).toEqual([200, 'bytes=1-2', ''])
  const address = new URL(String(shown.headers['x-accel-redirect']), 'http://inside')
  expect([address.pathname, address.searchParams.get('X-Amz-Expires')]).toEqual([path, '300'])
  await hideVideo(bucket.deps, id, 'file')
  const own = await ask(caller)
  expect([own.statusCode, own.headers['x-accel-redirect'], own.rawPayload.length]).toEqual([206, undefined, 2])
})
