import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mirrored } from '../../../../contract/media/fingerprints/pdq.ts'
import { moments } from '../../../../contract/videos/duplicates.ts'
import { encodePreview } from '../../../media/encode/preview.ts'
import { takeFingerprint } from '../../../media/inspect/fingerprint.ts'
import { OUTPUT_NAME } from '../../../media/tasks.ts'
import { insertVideos, startTestApp, type TestApp } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { VARIED_SECONDS, VariedClip, type Version } from '../../../test/media/varied-clip.ts'
import { type Fingerprint, compareFingerprints } from './compare-fingerprints.ts'
import { framesAt } from './fingerprint.jobs.ts'
import { giveFingerprint } from './fingerprints.fixture.ts'
import { findMatchingClips } from './find-matching-clips.ts'

/**
 * Number of clips that must be found, and number of pairs of different clips that must not match. The full run is
 * `REPOST_CLIPS=100 REPOST_PAIRS=10000`.
 */
const CLIPS = Number(process.env.REPOST_CLIPS ?? 4)
const PAIRS = Number(process.env.REPOST_PAIRS ?? 45)
/** Time limit in milliseconds for all versions of a clip: many times what an idle machine takes. */
const MS_A_CLIP = 120_000

const versions: Record<string, Version> = {
  'x264 at crf 35': { options: { crf: '35' } },
  '360 lines': { width: 640, height: 360 },
  '10 % brighter': { gain: 1.1 },
  '10 % darker': { gain: 0.9 },
  'a second cut off': { cutSeconds: 1 },
  WebM: { muxer: 'webm', codec: 'libvpx-vp9' },
}

const folder = sharedFolder()
const before = process.cwd()
// `encodePreview` writes into the working folder, which is normally that of a media child.
beforeAll(() => process.chdir(folder))
afterAll(() => process.chdir(before))

interface Seen {
  kept: Fingerprint & { frames: Buffer[] }
  /** All frames that the job reads. */
  whole: Fingerprint
}

/** Encodes a clip as publishing does, but without the child process, which only untrusted files need. */
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

/** Number of clips to encode: at least `CLIPS`, and enough to form `PAIRS` pairs. */
const count = Math.max(CLIPS, Math.ceil((1 + Math.sqrt(1 + 8 * PAIRS)) / 2))

test(
  `98 % of ${CLIPS} clips are found in ${Object.keys(versions).length} versions, and none of ${PAIRS} pairs are alike`,
  async () => {
    // All clips are encoded before any connection is opened, because encoding blocks this process.
    const seen: Seen[] = []
    const shown: { clip: number; name: string; whole: Fingerprint }[] = []
    for (let clip = 0; clip < count; clip++) {
      const varied = new VariedClip(clip + 1)
      seen.push(await look(varied))
      for (const [name, version] of clip < CLIPS ? Object.entries(versions) : []) {
        shown.push({ clip, name, whole: (await look(varied, version)).whole })
      }
    }
    const alike = findAlike(seen)
    const lost: string[] = []
    const kinds = { same: 0, contains: 0 }
    const t = await startTestApp()
    try {
      const ids = await keep(t, seen)
      for (const { clip, name, whole } of shown) {
        const found = await findMatchingClips(t.db, whole)
        const own = found.find(({ videoId }) => videoId === ids[clip])
        if (own) kinds[own.kind]++
        else lost.push(`${clip + 1}: ${name}`)
        alike.push(...found.filter((each) => each !== own).map(() => `${clip + 1}, ${name}, and another`))
      }
    } finally {
      await t.stop()
    }
    console.log(
      `${shown.length - lost.length} of ${shown.length} found: ${JSON.stringify(kinds)}; lost: ${lost.join('; ')}`,
    )
    expect(alike).toEqual([])
    expect(lost.length / shown.length).toBeLessThanOrEqual(0.02)
  },
  MS_A_CLIP * CLIPS,
)

/** Returns those of the first `PAIRS` pairs of clips that count as alike, either unchanged or mirrored. */
function findAlike(seen: Seen[]): string[] {
  const pairs = seen.flatMap(({ kept }, one) =>
    seen.slice(0, one).map(({ whole }, other) => ({ kept, whole, one, other })),
  )
  return pairs
    .slice(0, PAIRS)
    .filter(({ kept, whole }) =>
      [whole.frames, whole.frames.map(mirrored)].some((frames) => compareFingerprints(kept, { ...whole, frames })),
    )
    .map(({ one, other }) => `${one + 1} and ${other + 1}`)
}

/** @returns The ids of the clips. */
async function keep(t: TestApp, seen: Seen[]): Promise<string[]> {
  const ids = await insertVideos(t, (await t.signUp()).user.id, seen.length)
  for (const [at, id] of ids.entries()) await giveFingerprint(t, id, seen[at]!.kept.frames, VARIED_SECONDS)
  return ids
}
