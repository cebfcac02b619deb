import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AV_NOPTS_VALUE } from 'node-av/constants'
import type { Frame, Packet } from 'node-av/lib'
import { writeCaptions } from '../captions/captions.ts'
import { type CmafFile, CmafWriter } from './cmaf-writer.ts'
import { containerOfVideo } from '../decode/containers.ts'
import type { FilterStep } from '../decode/filter-chain.ts'
import type { MediaResults } from '../results.ts'
import { MAIN_PLAYLIST, OUTPUT_NAME, STORYBOARD } from '../tasks.ts'
import { shownFrame } from '../decode/frame-filters.ts'
import { shapeOf, type Size } from '../decode/frame-shape.ts'
import { mainPlaylist, mediaPlaylist } from './playlists.ts'
import { rational, Variant } from './encoded-variant.ts'
import { givenStarts, regularStarts, startsAmong } from './segments.ts'
import { copyParameters, openAudioTrack, type AudioTrack } from './audio-track.ts'
import { AUDIO_BITS_PER_SECOND_MAX } from './encoded-audio.ts'
import { Storyboard } from '../encode/storyboard.ts'
import { planStream, type StreamPlan } from './stream-plan.ts'
import { VideoSource } from '../decode/video-source.ts'

/** Assumed duration in seconds if a file does not state one. */
const SECONDS_IF_UNKNOWN = 3600
const BYTES_SLACK_FACTOR = 2
const BYTES_SLACK = 10_000_000

/**
 * Writes the stream as a folder under `OUTPUT_NAME`: an HLS main playlist, plus one playlist and one file per variant.
 * All variants share one decoding. Each contains the audio, because simple players do not support separate audio.
 * Captions are separate files.
 */
export async function encodeStream(filePath: string): Promise<MediaResults['stream']> {
  const container = await containerOfVideo(filePath)
  const { size: sizeBytes } = await stat(filePath)
  const plan = planStream(filePath, container, sizeBytes)
  await mkdir(OUTPUT_NAME)
  const source = new VideoSource(filePath, container, { threads: 0, withAudio: true })
  const storyboard = Storyboard.for(source, plan.display)
  await writePlaylists(plan, writeVariants(source, plan, sizeBytes, storyboard))
  await storyboard?.write(join(OUTPUT_NAME, STORYBOARD))
  const captions = await writeCaptions(filePath, container, source.secondsBetween(0n, plan.startPts), OUTPUT_NAME)
  return { variants: sizesOf(plan), isTopCopied: plan.copied !== undefined, captions }
}

/** Writes the variants. @returns Their files, largest first. */
function writeVariants(source: VideoSource, plan: StreamPlan, sizeBytes: number, storyboard?: Storyboard): CmafFile[] {
  const { startPts } = plan
  const audio = openAudioTrack(source, startPts, (packet) => {
    copied?.writeAudio(packet)
    encoded?.addAudio(packet)
  })
  const copied = openCopy(source, plan, audio, sizeBytes)
  const encoded = openVariants(source, plan, audio)
  const isStart = plan.copied ? givenStarts(startsAmong(plan.copied.keySeconds)) : regularStarts()
  let endSeconds = 0
  const addPacket = (packet: Packet) => {
    if (packet.streamIndex !== source.video.index) return audio?.add(packet)
    copied?.writeVideo(packet)
    const seconds = source.secondsBetween(startPts, packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts)
    endSeconds = Math.max(endSeconds, seconds + source.secondsBetween(0n, packet.duration))
    audio?.followVideo(endSeconds)
  }
  if (encoded || storyboard) {
    for (const frame of source.frames(addPacket)) {
      if (frame.pts === AV_NOPTS_VALUE) continue
      const seconds = source.secondsBetween(startPts, frame.pts)
      storyboard?.add(frame, seconds)
      frame.pts -= startPts
      encoded?.add(frame, isStart(seconds))
    }
  } else for (const packet of source.packets()) addPacket(packet)
  audio?.finish(endSeconds)
  return [...(copied ? [copied.finish()] : []), ...(encoded?.finish() ?? [])]
}

/** Creates the top variant if the clip's own packets can be used. This loses no quality and takes little time. */
function openCopy(
  { video, durationSeconds }: VideoSource,
  { copied, startPts, frameRate }: StreamPlan,
  audio: AudioTrack | undefined,
  sizeBytes: number,
): CmafWriter | undefined {
  if (!copied) return undefined
  return new CmafWriter(pathOf(copied.size), {
    describeVideo: (parameters) => copyParameters(video, parameters),
    timeBase: video.timeBase,
    frameRate: rational(frameRate),
    audio,
    maxBytes: maxBytesOf(sizeBytes, durationSeconds),
    startPts,
  })
}

/**
 * Creates the variants from the smallest up, because each one refers to the next smaller.
 *
 * @returns The largest encoded variant, which passes its frames on to the next one.
 */
function openVariants(
  { video, durationSeconds }: VideoSource,
  { encoded, frameRate }: StreamPlan,
  audio: AudioTrack | undefined,
): Variant | undefined {
  const filtersFor = (size: Size, isLargest: boolean) => (sample: Frame) =>
    isLargest
      ? shownFrame(sample, shapeOf(sample, video), size, 'bt709')
      : [['scale', `w=${size.width}:h=${size.height}:flags=bicubic`] satisfies FilterStep]
  return encoded.reduceRight<Variant | undefined>(
    (next, plan, index) =>
      new Variant({
        path: pathOf(plan.size),
        plan,
        filters: filtersFor(plan.size, index === 0),
        timeBase: video.timeBase,
        frameRate,
        audio,
        maxBytes: maxBytesOf((plan.maxBitsPerSecond * (durationSeconds || SECONDS_IF_UNKNOWN)) / 8, durationSeconds),
        next,
      }),
    undefined,
  )
}

async function writePlaylists(plan: StreamPlan, files: CmafFile[]): Promise<void> {
  const variants = files.map((file, index) => ({ ...file, ...nameOf(sizesOf(plan)[index]!) }))
  for (const variant of variants)
    await writeFile(join(OUTPUT_NAME, variant.playlistName), mediaPlaylist(variant.fileName, variant))
  // Players that do not measure the bandwidth beforehand start with the first entry. The second largest variant starts
  // sooner than the largest, so it is listed first.
  const [top, second, ...rest] = variants
  const listed = [second, top, ...rest].filter((variant) => variant !== undefined)
  await writeFile(join(OUTPUT_NAME, MAIN_PLAYLIST), mainPlaylist(listed))
}

function sizesOf({ copied, encoded }: StreamPlan): Size[] {
  return [...(copied ? [copied.size] : []), ...encoded.map(({ size }) => size)]
}

function nameOf(size: Size): { size: Size; fileName: string; playlistName: string } {
  const name = `${size.width}x${size.height}`
  return { size, fileName: `${name}.mp4`, playlistName: `${name}.m3u8` }
}

function pathOf(size: Size): string {
  return join(OUTPUT_NAME, nameOf(size).fileName)
}

/** Returns the size limit of a variant. The audio may take more bytes than the video of a still picture. */
export function maxBytesOf(videoBytes: number, durationSeconds: number): number {
  const audioBytes = (AUDIO_BITS_PER_SECOND_MAX * (durationSeconds || SECONDS_IF_UNKNOWN)) / 8
  return BYTES_SLACK + BYTES_SLACK_FACTOR * (videoBytes + audioBytes)
}
