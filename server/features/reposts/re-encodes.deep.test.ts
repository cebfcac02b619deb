import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mirrored } from '../../../contract/fingerprints/pdq.ts'
import { moments } from '../../../contract/reposts.ts'
import { encodePreview } from '../../media/encode/preview.ts'
import { takeFingerprint } from '../../media/inspect/fingerprint.ts'
import { OUTPUT_NAME } from '../../media/tasks.ts'
import { insertVideos, startTestApp, type TestApp } from '../../test/test-app.ts'
import { VARIED_SECONDS, VariedClip, type Version } from '../../test/media/varied-clip.ts'
import { type Fingerprint, likeness } from './compare-fingerprints.ts'
import { framesAt } from './fingerprint.jobs.ts'
import { giveFingerprint } from './fingerprints.fixture.ts'
import { findLikenesses } from './find-likenesses.ts'

/** Clips, and how many others each is compared with: `REPOST_CLIPS=100 REPOST_PAIRS=10000` is the whole of it. */
const CLIPS = Number(process.env.REPOST_CLIPS ?? 4)
const PAIRS = Number(process.env.REPOST_PAIRS ?? 45)

const versions: Record<string, Version> = {
  'x264 at crf 35': { options: { crf: '35' } },
  '360 lines': { width: 640, height: 360 },
  '10 % brighter': { gain: 1.1 },
  '10 % darker': { gain: 0.9 },
  'a second cut off': { cutSeconds: 1 },
  WebM: { muxer: 'webm', codec: 'libvpx-vp9' },
}

let t: TestApp
let folder: string
const before = process.cwd()
beforeAll(async () => {
  t = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 're-encodes-test-'))
  // Tasks of media children write into their working folder.
  process.chdir(folder)
})
afterAll(async () => {
  process.chdir(before)
  await rm(folder, { recursive: true })
  await t.stop()
})

interface Seen {
  kept: Fingerprint & { frames: Buffer[] }
  /** All frames that the job looks at. */
  whole: Fingerprint
}

/** As publishing does it, without the child that files of strangers need. */
async function look(clip: VariedClip, version: Version = {}): Promise<Seen> {
  const file = join(folder, 'clip')
  clip.write(file, version)
  await encodePreview(file)
  const durationSeconds = VARIED_SECONDS - (version.cutSeconds ?? 0)
  const frames = (await takeFingerprint(join(folder, OUTPUT_NAME))).frames.map(([seconds, hash]) => ({
    seconds,
    hash: Buffer.from(hash, 'base64'),
  }))
  return {
    kept: { durationSeconds, frames: framesAt(frames, moments(durationSeconds)) as Buffer[] },
    whole: { durationSeconds, frames: frames.map(({ hash }) => hash) },
  }
}

/** As many clips as have so many pairs. */
const count = Math.max(CLIPS, Math.ceil((1 + Math.sqrt(1 + 8 * PAIRS)) / 2))

test(`of ${CLIPS} clips in ${Object.keys(versions).length} versions 98 of 100 are found; of ${PAIRS} pairs of others none`, async () => {
  const { user } = await t.signUp()
  const ids = await insertVideos(t, user.id, count)
  const seen: Seen[] = []
  for (const [index, id] of ids.entries()) {
    const clip = await look(new VariedClip(index + 1))
    seen.push(clip)
    await giveFingerprint(t, id, clip.kept.frames, VARIED_SECONDS)
  }

  const alike: string[] = []
  let pairs = 0
  for (const [one, { kept }] of seen.entries()) {
    for (const [other, { whole }] of seen.slice(0, one).entries()) {
      if (pairs++ >= PAIRS) break
      for (const frames of [whole.frames, whole.frames.map(mirrored)]) {
        if (likeness(kept, { ...whole, frames })) alike.push(`${one + 1} and ${other + 1}`)
      }
    }
  }

  const lost: string[] = []
  const kinds: Record<string, number> = { same: 0, contains: 0 }
  for (const [index, id] of ids.slice(0, CLIPS).entries()) {
    const clip = new VariedClip(index + 1)
    for (const [name, version] of Object.entries(versions)) {
      const found = await findLikenesses(t.db, (await look(clip, version)).whole)
      const own = found.find(({ videoId }) => videoId === id)
      if (own) kinds[own.kind]!++
      else lost.push(`${index + 1}: ${name}`)
      alike.push(...found.filter(({ videoId }) => videoId !== id).map(() => `${index + 1}, ${name}, and another`))
    }
  }
  const all = CLIPS * Object.keys(versions).length
  console.log(
    `${all - lost.length} of ${all} found (${JSON.stringify(kinds)}), ${pairs} pairs; lost: ${lost.join('; ')}`,
  )
  expect(alike).toEqual([])
  expect(lost.length / all).toBeLessThanOrEqual(0.02)
})
