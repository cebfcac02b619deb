import { expect, onTestFinished, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { publish, type Caller, testApp } from '../../../test/test-app.ts'
import { findWrongCounts } from '../../site/doctor/counters.ts'
import { findBrokenReferences } from '../../site/doctor/references.ts'
import { findWrongBytes } from '../../site/doctor/stored-bytes.ts'
import { hideVideo, showVideo } from './hide-video.ts'

const t = testApp()

async function publishOne(): Promise<{ userId: string; video: Video }> {
  const { user, caller } = await t.signUp()
  return { userId: user.id, video: await publish(caller) }
}

/**
 * Runs the doctor's checks of counts, rows and files. Its check of enforcement is left out, because these tests hide
 * videos without a decision.
 */
async function disagreements() {
  return [...(await findWrongCounts(t.db)), ...(await findBrokenReferences(t.db)), ...(await findWrongBytes(t.deps))]
}

const statusFor = async (caller: Caller, url: string) => (await caller.get(url)).statusCode

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

test('concurrent changes of hiding reasons leave consistent totals and files', async () => {
  const { video } = await publishOne()
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 3 ? hideVideo : showVideo)(t.deps, video.id, i % 2 ? 'file' : 'moderation'),
    ),
  )
  expect(await disagreements()).toEqual([])
})
