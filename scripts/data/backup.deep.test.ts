import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Video } from '../../contract/videos/videos.ts'
import { type Product, startProduct } from '../../e2e/support/servers/server.ts'
import { sampleClip } from '../../server/test/media/sample-clips.ts'
import { runScript, startScript } from '../support/commands.fixture.ts'
import { testFolder } from '../../server/test/test-folder.ts'

/** Number of backups. Each is killed once, and then resumes. */
const BACKUPS = Number(process.env['BACKUPS'] ?? 1)

const settingsOf = (dataDir: string) => ({ DATA_DIR: dataDir, DISK_RESERVE: '64MB' })

function run(command: string, args: string[], dataDir: string) {
  return runScript(`${command}.ts`, args, settingsOf(dataDir))
}

test(`each of ${BACKUPS} interrupted and resumed backups restores a healthy site`, async () => {
  const scratch = testFolder({ isOpen: true })
  const product = await startProduct()
  onTestFinished(() => product.stop())

  const done = new AbortController()
  // One person keeps one core busy. The backup has the lowest priority and gets only the time that is left.
  const work = useSite(product, done.signal)
  const folder = join(scratch, 'backups')
  for (let n = 0; n < BACKUPS; n++) {
    await killAtWork(join(folder, `killed-${n}`), product.dataDir)
    expect(await run('data/backup', [join(folder, `${n}`)], product.dataDir)).toMatchObject({ code: 0, errors: '' })
  }
  done.abort()
  const { published, deleted } = await work
  expect([published > 1, deleted > 0]).toEqual([true, true])

  expect((await readdir(folder)).length).toBe(BACKUPS)
  for (const name of await readdir(folder)) {
    const restored = join(scratch, `restored-${name}`)
    expect(await run('data/restore', [join(folder, name), restored], product.dataDir)).toMatchObject({
      code: 0,
      errors: '',
    })
    const doctor = await run('operate/doctor', [], restored)
    expect(doctor).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('No differences') })
  }
})

/** Starts a backup, and kills it once it has begun to copy. */
async function killAtWork(target: string, dataDir: string): Promise<void> {
  const child = startScript('data/backup.ts', [target], settingsOf(dataDir))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Publishes clip after clip, likes each, and deletes every other one, until stopped. */
async function useSite({ url }: Product, signal: AbortSignal) {
  const name = 'somebody'
  const json = { 'content-type': 'application/json' }
  const registered = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: `${name}@example.org`, password: 'secret1' }),
  })
  const cookie = registered.headers.getSetCookie().join('; ').replace(/;.*/, '')
  const { id } = (await registered.json()) as { id: string }
  const call = async <T>(method: string, path: string, body: object = {}): Promise<T> => {
    const reply = await fetch(url + path, { method, headers: { ...json, cookie }, body: JSON.stringify(body) })
    expect([path, reply.ok]).toEqual([path, true])
    return (await reply.json().catch(() => undefined)) as T
  }
  await call('PUT', `/api/users/${id}`, { username: name, displayName: name })
  const clip = await readFile(sampleClip('plain-h264.mp4'))
  const counts = { published: 0, deleted: 0 }
  while (!signal.aborted) {
    const { uploadURL } = await call<{ uploadURL: string }>('POST', '/api/objects/upload')
    await fetch(uploadURL, { method: 'PUT', body: clip })
    const fields = { title: `Clip ${counts.published}`, toolUsed: 'other', videoUrl: uploadURL }
    const video = await call<Video>('POST', '/api/videos', fields)
    await call('POST', `/api/videos/${video.id}/like`)
    if (++counts.published % 2 > 0) continue
    await call('DELETE', `/api/videos/${video.id}`)
    counts.deleted++
  }
  return counts
}
