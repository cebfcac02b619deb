import { expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { CREDENTIALS_MAX_BYTES } from '../../../../contract/media/metadata/private-data.ts'
import type { Provenance } from '../../../../contract/videos/provenance.ts'
import { inTurn } from '../../../media/engine/engine.ts'
import { box, C2PA_UUID, quickTimeTags, withMovieBoxes } from '../../../test/media/generated-metadata.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { createAuthority, signClip } from '../../../test/media/signed-clips.ts'
import { publish, upload, testApp } from '../../../test/test-app.ts'

const t = testApp()
const workflow = '{"3":{"class_type":"KSampler","inputs":{"seed":7}}}'
const plain = bytesOfClip({ width: 64, height: 48, seconds: 0.3 })
const clip = withMovieBoxes(plain, quickTimeTags({ prompt: workflow }))

test('credentials and workflow are read in the same slot as the inspection', async () => {
  const { caller } = await t.signUp()
  const { inspectVideo } = t.deps
  onTestFinished(() => void (t.deps.inspectVideo = inspectVideo))
  let started: MockInstance | undefined
  t.deps.inspectVideo = async (file, options) => {
    const facts = await inspectVideo(file)
    started = vi.spyOn(options!.turn!, 'run')
    return facts
  }
  await publish(caller, await signClip(clip, await createAuthority('OpenAI')), { workflow: 'share' })
  expect(started).toHaveBeenCalledTimes(2)
})

test('an owner’s videos and pictures share one limit on waiting tasks', async () => {
  const { user, caller } = await t.signUp()
  const addresses = [await upload(caller, clip), await upload(caller, clip)]
  const { promise, resolve } = Promise.withResolvers<void>()
  const turns = Array.from({ length: 11 }, () => inTurn(() => promise, user.id))
  const replies = [
    await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl: addresses[0] }),
    await caller.put('/api/avatar', { avatarImageURL: addresses[1] }),
  ]
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
    [429, '10'],
    [429, '10'],
  ])
  resolve()
  await Promise.all(turns)
})

test('a clip with oversized credentials is accepted, and the credentials are not read', async () => {
  const { caller } = await t.signUp()
  const store = box('uuid', C2PA_UUID, Buffer.alloc(4), 'manifest\0', Buffer.alloc(8 + CREDENTIALS_MAX_BYTES))
  const { id } = await publish(caller, Buffer.concat([clip, store]))
  const found = (await t.visitor.get(`/api/videos/${id}/provenance`)).json<Provenance>()
  expect(found).toMatchObject({ check: 'impossible', reason: 'tooLarge' })
})
