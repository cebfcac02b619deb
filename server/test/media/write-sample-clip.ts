// Writes one of the sample clips: `write-sample-clip.ts NAME PATH`.
import { readFileSync, writeFileSync } from 'node:fs'
import { FFmpegError, FormatContext } from 'node-av/lib'
import { type ClipKind, writeClip } from './generated-clip.ts'
import { addAudio } from './generated-tracks.ts'
import { emptyMovie, fileType, insertAfterFileType, nested } from './boxes.ts'
import { credentialsBox, GENERATED } from './generated-credentials.ts'
import { box } from './generated-metadata.ts'
import type { SampleClip } from './sample-clips.ts'

const aac = { tracks: 1, codec: 'aac' } as const
const plain: ClipKind = { width: 360, height: 640, frameRate: 24, seconds: 2, audio: aac }
/** Steps between frames vary from a thousandth of a second to more than one second. */
const unsteadyTimes = [0, 1, 34, 51, 400, 433, 1600, 1617, 1634, 2400, 3500, 3533, 3800, 4000].map((ms) => ms / 1000)

const recipes: Record<SampleClip, (path: string) => void> = {
  'plain-h264.mp4': (path) => writeClip(path, plain),
  'content-credentials.mp4'(path) {
    writeClip(path, plain)
    const created = { action: 'c2pa.created', digitalSourceType: GENERATED }
    change(path, (file) => insertAfterFileType(file, credentialsBox({ actions: [created] })))
  },
  'quicktime.mov': (path) => writeClip(path, { muxer: 'mov', width: 550, height: 366, frameRate: 60, seconds: 2 }),
  'rotated-90.mp4': (path) =>
    writeClip(path, { width: 640, height: 360, seconds: 2, matrix: [0, -1, 1, 0], audio: aac }),
  'anamorphic-2x1.mp4': (path) => writeClip(path, { width: 640, height: 360, seconds: 2, sampleAspectRatio: [2, 1] }),
  'variable-frame-rate.mp4': (path) => writeClip(path, { width: 756, height: 346, times: unsteadyTimes }),
  'hevc.mp4': (path) =>
    writeClip(path, { codec: 'libx265', width: 1280, height: 720, frameRate: 25, seconds: 3, audio: aac }),
  'vp9.webm'(path) {
    writeClip(path, { muxer: 'webm', codec: 'libvpx-vp9', width: 720, height: 720, frameRate: 12, seconds: 3 })
    change(path, withoutDuration)
  },
  'sound-only.mp4': writeAudio,
  'empty.mp4': (path) => writeFileSync(path, Buffer.concat([fileType(), box('free'), box('mdat'), emptyMovie()])),
  'nested-boxes.mp4': (path) => writeFileSync(path, Buffer.concat([fileType(), nested('moov', 1000)])),
}

const [name, draft] = process.argv.slice(2) as [SampleClip, string]
recipes[name](draft)

function change(path: string, how: (file: Buffer) => Buffer): void {
  writeFileSync(path, how(readFileSync(path)))
}

/**
 * Removes the duration from a WebM file. It is eight bytes after an id and their length; a void of the same size
 * replaces it.
 */
function withoutDuration(file: Buffer): Buffer {
  const at = file.indexOf(Buffer.from([0x44, 0x89, 0x88]))
  if (at < 0) throw new Error('The file has no duration to remove')
  const changed = Buffer.from(file).fill(0, at, at + 11)
  changed.set([0xec, 0x89], at)
  return changed
}

function writeAudio(path: string): void {
  const format = new FormatContext()
  FFmpegError.throwIfError(format.allocOutputContext2(null, 'mp4', path))
  const audio = addAudio(format, 0, aac)
  FFmpegError.throwIfError(format.openOutputSync())
  FFmpegError.throwIfError(format.writeHeaderSync())
  audio.writeUntil(0.5)
  audio.finish()
  FFmpegError.throwIfError(format.writeTrailerSync())
  format.closeOutputSync()
}
