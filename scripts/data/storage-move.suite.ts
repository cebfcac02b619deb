import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { startProduct } from '../../e2e/support/servers/server.ts'
import { findDifferences } from '../../server/features/site/doctor/find-differences.ts'
import { Browser, clip } from '../../server/test/whole-site/nodes.suite.ts'
import { keysIn } from '../../server/test/storage-with.ts'
import { appOfTest, insertVideos, type TestApp } from '../../server/test/test-app.ts'
import type { TestBucket } from '../../server/test/servers/test-bucket.ts'
import { settingsFor, startScript, untilEnded } from '../support/commands.fixture.ts'

const WATCHERS = 4

/** Returns the id of a video, and removes its original from the watched files. */
async function anyVideo({ db }: TestApp, shown: string[]): Promise<string> {
  const { id, originalId } = await db.selectFrom('videos').select(['id', 'originalId']).executeTakeFirstOrThrow()
  shown.splice(shown.indexOf(originalId), 1)
  return id
}

/**
 * Tests that a site can move its files to a bucket while people watch, upload and delete. Two kills of the command are
 * followed by one of the process that serves the site. Reads may fail only while the server is down or because its end
 * cut them off.
 *
 * @param kills Number of kills. Each happens once another file has been copied. With too few files, nothing is left to
 *   copy before the last kill.
 */
export async function testMove(files: TestBucket, { videos, kills }: { videos: number; kills: number }): Promise<void> {
  const t = await appOfTest({ files: 'disk' })
  const bucket = files.storage
  const settings = await settingsOf(t, files)
  const product = await startProduct(settings, { makesRenditions: false })
  onTestFinished(() => product.stop())
  const owner = new Browser()
  await owner.signUp(product.url)
  await insertVideos(t, owner.id, videos)
  const originals = await t.rows('objects')
  for (const { id } of originals) await t.deps.storage.write(id, Readable.from(['x']), { maxBytes: 1 })

  const shown = originals.map(({ id }) => id)
  const failed: string[] = []
  let [isUp, deaths, reads, isMoving] = [true, 0, 0, true]
  const watching = Array.from({ length: WATCHERS }, async (_, first) => {
    for (let i = first; isMoving; i += WATCHERS) {
      const id = shown[i % shown.length]!
      const [wasUp, deathsBefore] = [isUp, deaths]
      const answer = await answerAt(`${product.url}/objects/${id}.mp4`).catch((error: Error) => error.message)
      if (answer === '200 x') reads++
      else if (wasUp && deaths === deathsBefore) failed.push(`${id}: ${answer}`)
      else await delay(10)
    }
  })

  const move = moveOf(settings)
  const countCopied = async () => (await keysIn(bucket)).length
  let command: ReturnType<typeof move> | undefined
  for (let kill = 0; kill < kills; kill++) {
    command ??= move()
    const before = await countCopied()
    await expect.poll(countCopied).toBeGreaterThan(before)
    // The command copies on while the server starts again, and may finish. With three kills, this one is the last.
    if (kill % 3 === 2) {
      isUp = false
      deaths++
      await product.crash()
      await product.restart()
      isUp = true
    } else {
      command.process.kill('SIGKILL')
      await command.ended
      command = undefined
    }
  }
  const left = videos - (await countCopied())
  await owner.publish(product.url, await owner.put(product.url, await clip()))
  await owner.json('DELETE', `${product.url}/api/videos/${await anyVideo(t, shown)}`)
  expect(await (command ?? move()).ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nThe bucket has everything\./) as string,
  })
  isMoving = false
  await Promise.all(watching)
  console.log(
    `${kills} kills, ${deaths} of them of the server; then ${left} of ${videos} files were left; ${reads} reads`,
  )
  expect(failed).toEqual([])
  expect(reads).toBeGreaterThan(videos)
  await expect.poll(() => findDifferences({ db: t.db, storage: bucket })).toEqual([])
}

/** Requests a path. @returns Status and body. */
async function answerAt(url: string): Promise<string> {
  // Opens a new connection, because an open one may belong to the killed server.
  const [reply] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  return `${reply.statusCode} ${await text(reply)}`
}

/** Returns the settings of the site while its files are being moved. */
export async function settingsOf(t: TestApp, { settings }: TestBucket) {
  return { ...(await settingsFor(t)), ...settings, STORAGE_FROM: 'disk' }
}

/** Returns a function that starts `npm run storage:move` for the site. */
function moveOf(settings: Record<string, string>) {
  return () => {
    const child = startScript('data/storage-move.ts', [], settings)
    return { process: child, ended: untilEnded(child) }
  }
}
