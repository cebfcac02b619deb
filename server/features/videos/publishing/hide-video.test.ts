import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { publish, type Caller, testApp } from '../../../test/test-app.ts'
import { findWrongCounts } from '../../site/doctor/counters.ts'
import { findBrokenReferences } from '../../site/doctor/references.ts'
import { findWrongBytes } from '../../site/doctor/stored-bytes.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { hideVideo, showVideo } from './hide-video.ts'

const t = testApp()

async function publishOne(): Promise<{ caller: Caller; userId: string; video: Video }> {
  const { user, caller } = await t.signUp()
  return { caller, userId: user.id, video: await publish(caller) }
}

/**
 * Runs the doctor's checks of counts, rows and files. Its check of enforcement is left out, because these tests hide
 * videos without a decision.
 */
async function disagreements() {
  return [...(await findWrongCounts(t.db)), ...(await findBrokenReferences(t.db)), ...(await findWrongBytes(t.deps))]
}

const statusFor = async (caller: Caller, url: string) => (await caller.get(url)).statusCode

/** Backdates the last check of every file by more than an hour. */
async function letAnHourPass(): Promise<void> {
  await t.change('videos', {}, { fileCheckedAt: '2020-01-01T00:00:00Z' })
}

test('a clip is hidden as long as it has at least one reason for hiding', async () => {
  const { userId, video } = await publishOne()
  const videosCount = async () => (await t.row('users', userId)).videosCount
  const changed: string[] = []
  onTestFinished(t.deps.signals.on(VIDEO_CHANGED, (id) => changed.push(id)))
  const steps = [
    [hideVideo, 'file', { wasHidden: false, isHidden: true }, ['file']],
    [hideVideo, 'file', { wasHidden: true, isHidden: true }, null],
    [hideVideo, 'moderation', { wasHidden: true, isHidden: true }, ['file', 'moderation']],
    [hideVideo, 'file', { wasHidden: true, isHidden: true }, null],
    [showVideo, 'file', { wasHidden: true, isHidden: true }, ['moderation']],
    [showVideo, 'file', { wasHidden: true, isHidden: true }, null],
    [showVideo, 'moderation', { wasHidden: true, isHidden: false }, []],
    [showVideo, 'moderation', { wasHidden: false, isHidden: false }, null],
  ] as const
  for (const [act, reason, expected, newReasons] of steps) {
    const before = await t.row('videos', video.id)
    expect(await act(t.deps, video.id, reason)).toEqual(expected)
    // Cached copies contain the time of the change, so a signal drops them even if the video stays hidden.
    expect(changed.splice(0)).toEqual(newReasons ? [video.id] : [])
    const { hiddenFor, updatedAt } = await t.row('videos', video.id)
    expect(hiddenFor).toEqual(newReasons ?? before.hiddenFor)
    expect(updatedAt !== before.updatedAt).toBe(newReasons !== null)
    expect(await videosCount()).toBe(expected.isHidden ? 0 : 1)
    expect(await statusFor(t.visitor, video.videoUrl)).toBe(expected.isHidden ? 404 : 200)
  }
  expect(await disagreements()).toEqual([])
})

test('hiding and showing a broken file keeps a moderator’s decision', async () => {
  const { caller, video } = await publishOne()
  await hideVideo(t.deps, video.id, 'moderation')
  const key = objectIdIn(video.videoUrl)!
  const file = join(t.storageFolder, key.slice(0, 2), key)
  const reasons = () => t.row('videos', video.id)
  const reportBroken = async () => {
    await letAnHourPass()
    return (await caller.post(`/api/videos/${video.id}/report-broken`)).json<unknown>()
  }
  await rename(file, `${file}.away`)
  expect(await reportBroken()).toEqual({ hidden: true, alreadyHidden: true })
  expect((await reasons()).hiddenFor.toSorted()).toEqual(['file', 'moderation'])
  await rename(`${file}.away`, file)
  expect(await reportBroken()).toEqual({ hidden: true, alreadyHidden: true })
  expect(await reasons()).toMatchObject({ hiddenFor: ['moderation'] })
})

test('concurrent changes of hiding reasons leave consistent totals and files', async () => {
  const { video } = await publishOne()
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 3 ? hideVideo : showVideo)(t.deps, video.id, i % 2 ? 'file' : 'moderation'),
    ),
  )
  expect(await disagreements()).toEqual([])
})
