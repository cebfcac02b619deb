import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { startJobs, NotNowError } from '../../../jobs/jobs.ts'
import { startSignals } from '../../../signals/signals.ts'
import {
  type Caller,
  type TestApp,
  appOfTest,
  insertVideos,
  jobOf,
  publish,
  testApp,
  upload,
} from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { hideVideo } from '../publishing/hide-video.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { storageWith, tooSlow } from '../../../test/storage-with.ts'
import { makePoster, makePreview, makeStream } from './render.jobs.ts'
import { watchForDeletion } from './watch-for-deletion.ts'
import { claimUpload } from '../../../objects/upload-claim.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { smallDisk } from '../../../test/small-disk.ts'
import { setAvatar } from '../../social/profiles/set-avatar.ts'

const t = testApp()
const workFolder = sharedFolder()
const pipes = sharedFolder()
const clip = bytesOfClip({ width: 96, height: 64, seconds: 0.3 })

/** Inserts a published video. A pipe without a writer replaces its file, so that workers never finish reading it. */
async function publishStalling(caller: Caller): Promise<{ id: string; file: string; deps: TestApp['deps'] }> {
  const { id } = await publish(caller, clip)
  const file = join(pipes, id)
  execFileSync('mkfifo', [file])
  const storage = storageWith(t.deps.storage, { withFile: (_key, use) => use(file) })
  return { id, file, deps: { ...t.deps, storage, workFolder } }
}

async function childrenReading(file: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')] as const),
  )
  return commands.filter(([, command]) => command.includes(`"filePath":"${file}"`)).map(([pid]) => Number(pid))
}

test.each([
  { step: makePoster, hidden: false },
  { step: makePreview, hidden: true },
  { step: makeStream, hidden: false },
])('deleting a video ends the child process of $step.name in another server process', async ({ step, hidden }) => {
  const { caller } = await t.signUp()
  const { id, file, deps } = await publishStalling(caller)
  if (hidden) await hideVideo(t.deps, id, 'file')
  // The event comes over the database only, as for a worker in another process.
  const signals = await startSignals(t.databaseUrl, t.db)
  onTestFinished(() => signals.stop())
  const work = step({ ...deps, signals }, jobOf({ videoId: id }))
  await expect.poll(() => childrenReading(file)).not.toEqual([])
  expect((await caller.delete(`/api/videos/${id}`)).statusCode).toBe(204)
  await work
  expect(await childrenReading(file)).toEqual([])
  expect(await readdir(workFolder)).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

test('a deletion whose event was lost is found when the process catches up', async () => {
  const alone = await appOfTest()
  const { user } = await alone.signUp()
  const [kept, deleted] = (await insertVideos(alone, user.id, 2)) as [string, string]
  const signals = await startSignals(alone.databaseUrl, alone.db)
  onTestFinished(() => signals.stop())
  using ofKept = watchForDeletion({ db: alone.db, signals }, kept)
  using ofDeleted = watchForDeletion({ db: alone.db, signals }, deleted)
  await alone.db.deleteFrom('videos').where('id', '=', deleted).execute()
  await signals.catchUp({ from: 'another process', count: 1 })
  await expect.poll(() => ofDeleted.signal.aborted).toBe(true)
  expect(ofKept.signal.aborted).toBe(false)
})

test('rendition jobs of a deleted video are skipped', async () => {
  const { caller } = await t.signUp()
  const { id, file, deps } = await publishStalling(caller)
  await caller.delete(`/api/videos/${id}`)
  await makePoster(deps, jobOf({ videoId: id }))
  expect([await childrenReading(file), await readdir(workFolder)]).toEqual([[], []])
})

test('a rendition over its time limit is not retried, and its row says why', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller, clip)
  const deps = { ...t.deps, storage: tooSlow(t.deps.storage) }
  const tried: string[] = []
  const jobs = await startJobs(t.databaseUrl, console)
  onTestFinished(() => jobs.stop())
  await jobs.work('render-preview', 1, async (job) => {
    tried.push(job.payload.videoId)
    await makePreview(deps, job)
  })
  await expect.poll(() => t.jobs('render-preview', { videoId: id })).toMatchObject([{ state: 'completed' }])
  expect(tried.filter((videoId) => videoId === id)).toHaveLength(1)
  expect((await t.visitor.get(`/api/videos/${id}`)).json()).toMatchObject({
    status: 'failed',
    failureReason: 'This file took too long to process. Please export it again, perhaps at a smaller size.',
  })
})

const MB = 1024 ** 2
const reserveBytes = 200 * MB

test('renditions wait for disk space and are made once there is enough', async () => {
  const { user, caller } = await t.signUp()
  const { id } = await publish(caller, clip)
  const small = smallDisk(t.storageFolder, { freeBytes: reserveBytes / 2, reserveBytes })
  const deps = { ...t.deps, disk: small.disk }
  const read = () => t.rows('videos', id)

  for (const step of [makePoster, makePreview, makeStream]) {
    await expect(step(deps, jobOf({ videoId: id }))).rejects.toThrow(NotNowError)
  }
  expect(await read()).toMatchObject([{ status: 'processing', failureReason: null, streamFailure: null }])

  // Renditions of a published clip may use half of the disk reserve, while new uploads may use none of it.
  small.freeBytes = (reserveBytes * 3) / 4
  expect((await small.disk.spareBytes()) < 0).toBe(true)
  for (const step of [makePoster, makePreview, makeStream]) await step(deps, jobOf({ videoId: id }))
  expect(await read()).toMatchObject([{ status: 'ready', failureReason: null, streamFailure: null }])
  expect((await t.visitor.get(`/api/users/${user.id}`)).statusCode).toBe(200)
})

test('a rendition waits if the disk fills up while it is made, whatever error this causes', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller, clip)
  const small = smallDisk(t.storageFolder, { freeBytes: 10 * reserveBytes, reserveBytes })
  const storage = storageWith(t.deps.storage, {
    async writeFile() {
      small.freeBytes = 0
      throw new Error('write failed')
    },
  })
  await expect(makePoster({ ...t.deps, storage, disk: small.disk }, jobOf({ videoId: id }))).rejects.toThrow(
    NotNowError,
  )
  await makePoster(t.deps, jobOf({ videoId: id }))
})

test('a new picture without disk space is refused, and the upload is kept', async () => {
  const { user, caller } = await t.signUp()
  const address = await upload(caller, Buffer.from('a picture'))
  const small = smallDisk(t.storageFolder, { freeBytes: reserveBytes / 2, reserveBytes })
  const crowded = { ...t.deps, disk: small.disk }
  await expect(setAvatar(crowded, user.id, address)).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    message: 'The server is out of space for new pictures. You still have your old one. Please try again later.',
  } satisfies Partial<ErrorReply>)
  expect(await claimUpload(t.db, objectIdIn(address)!, user.id)).toBeDefined()
})
