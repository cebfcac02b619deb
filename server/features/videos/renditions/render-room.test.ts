import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { NotNowError } from '../../../jobs/jobs.ts'
import { smallDisk } from '../../../test/small-disk.ts'
import { jobOf, publish, testApp, upload } from '../../../test/test-app.ts'
import { setAvatar } from '../../social/profiles/set-avatar.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { storageWith } from '../../../test/storage-with.ts'
import { makePoster, makePreview, makeStream } from './render.jobs.ts'

const MB = 1024 ** 2
const reserveBytes = 200 * MB

const clip = bytesOfClip({ width: 96, height: 64, seconds: 0.3 })

const t = testApp()

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
  const frame = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const avatarImageURL = await upload(caller, frame)
  const small = smallDisk(t.storageFolder, { freeBytes: reserveBytes / 2, reserveBytes })
  const crowded = { ...t.deps, disk: small.disk }
  await expect(setAvatar(crowded, user.id, avatarImageURL)).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    message: 'The server is out of space for new pictures. You still have your old one. Please try again later.',
  } satisfies Partial<ErrorReply>)
  expect((await caller.put('/api/avatar', { avatarImageURL })).statusCode).toBe(200)
})
