import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Video } from '../../contract/videos/videos.ts'
import { findDifferences } from '../../server/features/site/doctor/find-differences.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { objectIdIn } from '../../server/features/videos/upload/upload-address.ts'
import { appOfTest, publish, type TestApp } from '../../server/test/test-app.ts'
import { runScript, settingsFor, startScript } from '../support/commands.fixture.ts'

test('the command replaces published originals with clean ones, even after a kill', async () => {
  const t = await appOfTest()
  const settings = await settingsFor(t)
  const clean = async (...args: string[]) => {
    const { code, out, errors } = await runScript('operate/clean-originals.ts', args, settings)
    return { code, said: out + errors }
  }
  const [plain, ...telling] = await publishAsBefore(t, settings.DATA_DIR)
  const serve = async (video: Video) => t.visitor.get(video.videoUrl)
  const now = async ({ id }: Video) => (await t.visitor.get(`/api/videos/${id}`)).json<Video>()

  const dryRun = await clean('--dry-run')
  expect(dryRun.said).toContain('4 searched, 3 would be cleaned, 0 failed')
  expect(dryRun.said).toContain(`video ${telling[0]!.id}: names of people, comments and other notes (`)
  for (const video of telling) expect((await serve(video)).rawPayload.includes('Canary')).toBe(true)

  // Kills the command after the first original; the next one may be partly cleaned.
  const killed = startScript('operate/clean-originals.ts', [], settings)
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const originalIds = (await t.rows('videos')).map(({ originalId }) => originalId)
  const originals = await t.rows('objects', { id: originalIds })
  for (const { id, state, sizeBytes } of originals) {
    expect(state).toBe('published')
    expect(await t.deps.storage.find(id)).toMatchObject({ sizeBytes })
  }

  expect(await clean()).toMatchObject({ code: 0, said: expect.stringContaining(', 0 failed') })
  expect(await clean()).toEqual({ code: 0, said: '0 searched, 0 cleaned, 0 failed\n' })
  for (const video of telling) {
    // The site learns of the change through a signal from the command.
    await expect.poll(async () => (await serve(video)).statusCode).toBe(404)
    const { videoUrl } = await now(video)
    expect(videoUrl).not.toBe(video.videoUrl)
    const served = await t.visitor.get(videoUrl)
    expect(served.statusCode).toBe(200)
    expect(served.headers['content-type']).toBe('video/mp4')
    expect(served.rawPayload.includes('Canary')).toBe(false)
  }
  expect((await now(plain!)).videoUrl).toBe(plain!.videoUrl)
  expect(await findDifferences(t.deps)).toEqual([])
  expect(await clean('--all')).toEqual({
    code: 1,
    said: "Unknown option '--all'. Usage: npm run clean-originals [-- --dry-run]\n",
  })
})

/**
 * Publishes a clip without private data and three that contain names. Their originals are stored uncleaned, as all were
 * before the site cleaned them.
 */
async function publishAsBefore(t: TestApp, folder: string): Promise<Video[]> {
  const { caller } = await t.signUp()
  const path = join(folder, 'clip.mp4')
  const videos: Video[] = []
  for (const tags of [{}, ...Array.from({ length: 3 }, () => ({ artist: 'Ada Canary', comment: 'Canary' }))]) {
    writeClip(path, { tags, seconds: 0.1 })
    const film = await readFile(path)
    const video = await publish(caller, film)
    const key = objectIdIn(video.videoUrl)!
    await writeFile(join(t.storageFolder, key.slice(0, 2), key), film)
    videos.push(video)
  }
  await t.db.deleteFrom('cleanedOriginals').execute()
  return videos
}
