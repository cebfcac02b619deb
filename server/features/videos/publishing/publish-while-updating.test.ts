import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { describeConfinement } from '../../../confinement/confinement.ts'
import { inspectVideo } from '../../../media/engine/engine.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { jobOf, publish, testApp, upload } from '../../../test/test-app.ts'
import { makePoster } from '../renditions/render.jobs.ts'

const t = testApp()
beforeAll(async () => {
  // `describeConfinement` starts a child process of its own, once per process.
  await describeConfinement()
})
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const unavailable = { code: 'UNAVAILABLE', message: expect.stringContaining('Your file is fine') }

test('reading a file waits until its child process can start', async () => {
  // The sample clip is made before Node is replaced, because making it takes a working Node.
  const clip = sampleClip('plain-h264.mp4')
  await replaceNode({ failingStarts: 2 })
  expect(await inspectVideo(clip)).toMatchObject({ width: 360, height: 640 })
})

test('while child processes cannot start, publishing is refused, uploads are kept, and no video fails', async () => {
  const { caller } = await t.signUp()
  const { id } = await publish(caller)
  t.deps.inspectVideo = inspectVideo
  const clip = await readFile(sampleClip('plain-h264.mp4'))
  const body = { title: 'A clip', toolUsed: 'other', videoUrl: await upload(caller, clip) }
  const picture = { avatarImageURL: await upload(caller, clip) }
  const restore = replaceWithNothing()
  const job = jobOf({ videoId: id })
  const [poster, report, ...refused] = await Promise.all([
    makePoster(t.deps, job).catch((error: unknown) => error),
    caller.post(`/api/videos/${id}/report-broken`),
    caller.post('/api/videos', body),
    caller.put('/api/avatar', picture),
  ])
  restore()
  expect(poster).toMatchObject(unavailable)
  expect([report, ...refused].map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  for (const reply of refused) expect(reply.json()).toMatchObject(unavailable)
  expect((await caller.post('/api/videos', body)).statusCode).toBe(201)
  const video = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
  expect(video).toMatchObject({ status: 'processing', isHidden: false })
})

/** @returns A function that restores Node. */
function replaceWithNothing(): () => void {
  const node = process.execPath
  const restore = () => void (process.execPath = node)
  onTestFinished(restore)
  process.execPath = '/nowhere/node'
  return restore
}

/** Replaces Node by a script whose first starts fail to load a module. */
async function replaceNode({ failingStarts }: { failingStarts: number }): Promise<void> {
  const [script, starts] = [join(t.storageFolder, 'node'), join(t.storageFolder, 'starts')]
  const node = process.execPath
  onTestFinished(async () => {
    process.execPath = node
    await Promise.all([script, starts].map((file) => rm(file)))
  })
  await writeFile(
    script,
    `#!/bin/sh
echo start >> ${starts}
[ $(grep -c start ${starts}) -gt ${failingStarts} ] && exec ${node} "$@"
echo "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'koffi'" >&2
exit 1
`,
  )
  await chmod(script, 0o755)
  process.execPath = script
}
