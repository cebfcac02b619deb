/**
 * For tests: generated files of every kind that the server must handle, so that tests need nothing besides the
 * repository.
 */
import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'

const sampleClips = [
  /** Portrait, H.264 and AAC: plays everywhere. */
  'plain-h264.mp4',
  /** The clip above with a C2PA manifest store. */
  'content-credentials.mp4',
  /** 60 frames per second, a size whose ratio has no name, silent. */
  'quicktime.mov',
  /** Stored in landscape, shown in portrait. */
  'rotated-90.mp4',
  /** Pixels twice as wide as high. */
  'anamorphic-2x1.mp4',
  'variable-frame-rate.mp4',
  /** Too demanding and too new for most browsers. */
  'hevc.mp4',
  /** Without a duration in its header, as browsers record it. */
  'vp9.webm',
  'sound-only.mp4',
  /** A header and nothing else. */
  'empty.mp4',
  /** A thousand nested boxes. */
  'nested-boxes.mp4',
] as const

export type SampleClip = (typeof sampleClips)[number]

const recipes = join(import.meta.dirname, 'write-sample-clip.ts')
const cache = resolve(import.meta.dirname, '../../../node_modules/.cache/sample-clips')
const generator = [
  recipes,
  ...['generated-clip.ts', 'generated-credentials.ts', 'generated-metadata.ts', 'generated-tracks.ts', 'boxes.ts'].map(
    (name) => join(import.meta.dirname, name),
  ),
]

/**
 * Returns a file that is made on first use and cached until the code that makes it changes.
 *
 * @returns The path of a file that all tests share: copy it before changing it.
 */
export function sampleClip(name: SampleClip): string {
  const folder = join(cache, hashOf(generator))
  const path = join(folder, name)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  // The file is written completely or not at all, because several test files may make it at once. A separate process
  // keeps encoders out of this one.
  const draft = join(folder, `${randomUUID()}-${name}`)
  execFileSync(process.execPath, [recipes, name, draft], { stdio: ['ignore', 'inherit', 'inherit'] })
  renameSync(draft, path)
  return path
}

let hash: string | undefined

function hashOf(files: string[]): string {
  hash ??= createHash('sha256')
    .update(files.map((file) => readFileSync(file, 'utf8')).join(''))
    .digest('hex')
    .slice(0, 16)
  return hash
}
