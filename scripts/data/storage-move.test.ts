import { expect, onTestFinished, test } from 'vitest'
import { formatBytes } from '../../contract/bytes.ts'
import { claimUpload, releaseClaim } from '../../server/objects/upload-claim.ts'
import { signInOn } from '../../server/test/clients/devices.ts'
import { openStubBucket } from '../../server/test/servers/test-bucket.ts'
import { buildApp } from '../../server/app.ts'
import { appOfTest, callerOf, upload } from '../../server/test/test-app.ts'
import { askForUpload, tusCalls } from '../../server/test/uploads.ts'
import { clip } from '../../server/test/whole-site/nodes.suite.ts'
import { sizeOf } from '../../server/test/run-size.ts'
import { runScript } from '../support/commands.fixture.ts'
import { settingsOf, testMove } from './storage-move.suite.ts'

/** Number of kills, 20 at full size (`MOVE_KILLS=20`). */
const deepKills = Number(process.env.MOVE_KILLS ?? 3)
const size = sizeOf({ quick: { videos: 50, kills: 1 }, deep: { videos: 200 * deepKills, kills: deepKills } })

test('moving files to a bucket survives kills of the command and of the server', async () => {
  const bucket = await openStubBucket()
  onTestFinished(() => bucket.close())
  await expect(testMove(bucket, size)).resolves.toBeUndefined()
})

test('unpublished uploads, complete or not, can be published after a move', async () => {
  const t = await appOfTest({ files: 'disk' })
  const bucket = await openStubBucket()
  onTestFinished(() => bucket.close())
  const { user, caller } = await t.signUp()
  const bytes = await clip()
  const [whole, used] = [await upload(caller, bytes), await upload(caller, bytes)]
  const half = await askForUpload(caller)
  const { begin, patch } = tusCalls(caller.inject)
  expect((await begin(half.resumable, bytes.length)).statusCode).toBe(201)
  expect((await patch(half.resumable, 0, bytes.subarray(0, 1_000))).statusCode).toBe(204)

  const settings = await settingsOf(t, bucket)
  const move = () => runScript('data/storage-move.ts', [], settings)
  const doctor = (given: typeof settings, ...args: string[]) => runScript('operate/doctor.ts', args, given)
  const claim = await claimUpload(t.db, used.split('/').at(-1)!, user.id)
  expect(await move()).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^2 unpublished uploads moved.*^Waiting for 1 unpublished upload \([0-9.]+ KB;.*--wait/ms,
    ) as string,
  })
  // A repair before the move is complete would discard the files that are not in the bucket yet.
  const left = `Only on the disk, not in the bucket: 1 file, ${formatBytes(bytes.length)}.`
  const tooEarly = { ...settings, STORAGE_FROM: '' }
  const [waiting, repaired, early] = await Promise.all([
    doctor(settings),
    doctor(tooEarly, '--repair'),
    doctor(tooEarly),
  ])
  expect(waiting).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${left} Keep STORAGE_FROM, and run npm run storage:move.\n`) as string,
  })
  expect(repaired).toEqual({
    code: 1,
    out: '',
    errors: `Nothing was repaired. ${left} Set STORAGE_FROM=disk, restart Reverie, and run npm run storage:move.\n`,
  })
  expect(early).toMatchObject({
    code: 1,
    out: expect.stringMatching(/\nOnly on the disk[^\n]*STORAGE_FROM=disk[^\n]*\n$/) as string,
  })
  await releaseClaim(t.db, claim!)
  expect(await move()).toMatchObject({ code: 0 })
  expect(await doctor(tooEarly)).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('Only on the disk') as string,
  })

  await using switched = await buildApp({ ...t.deps, storage: bucket.storage })
  const rest = await tusCalls(callerOf(switched).inject).patch(half.resumable, 1_000, bytes.subarray(1_000))
  expect(rest.statusCode).toBe(204)
  const { post } = await signInOn({ app: switched }, user.email)
  for (const videoUrl of [whole, used, half.videoUrl]) {
    const published = await post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl })
    expect([published.statusCode, published.body]).toEqual([201, expect.any(String)])
  }
})
