import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AV_NOPTS_VALUE } from 'node-av/constants'
import type { Frame, Packet } from 'node-av/lib'
import { writeCaptions } from '../captions/captions.ts'
import type { CmafFile } from './cmaf-writer.ts'
import { containerOfVideo } from '../decode/containers.ts'
import { CopiedVariant } from './copied-variant.ts'
import type { FilterStep } from '../decode/filter-chain.ts'
import type { MediaResults } from '../results.ts'
import { MAIN_PLAYLIST, OUTPUT_NAME, STORYBOARD } from '../tasks.ts'
import { shownFrame } from '../decode/frame-filters.ts'
import { shapeOf, type Size } from '../decode/frame-shape.ts'
import { mainPlaylist, mediaPlaylist } from './playlists.ts'
import { Variant } from './encoded-variant.ts'
import { givenStarts, regularStarts, startsAmong, type SegmentStarts } from './segments.ts'
import { openAudioTrack, type AudioTrack } from './audio-track.ts'
import { Storyboard } from '../encode/storyboard.ts'
import { planStream, type VariantPlan, type StreamPlan } from './stream-plan.ts'
import { VideoSource } from '../decode/video-source.ts'

/** Assumed duration in seconds if a file does not state one. */
const SECONDS_IF_UNKNOWN = 3600
const BYTES_SLACK_FACTOR = 2
const BYTES_SLACK = 10_000_000

/**
 * Writes the stream as a folder under `OUTPUT_NAME`: an HLS main playlist, and for each variant a playlist and one
 * file. All variants share one decoding. Each contains the audio, because simple players do not support separate audio.
 * Captions are separate files.
 */
export async function encodeStream(filePath: string): Promise<MediaResults['stream']> {
  const container = await containerOfVideo(filePath)
  const { size: sizeBytes } = await stat(filePath)
  const plan = planStream(filePath, container, sizeBytes)
  await mkdir(OUTPUT_NAME)
  const source = new VideoSource(filePath, container, { threads: 0, withAudio: true })
  const storyboard = Storyboard.for(source, plan.display)
  const files = new StreamEncoding(source, plan, { sizeBytes, storyboard }).run()
  await writePlaylists(plan, files)
  await storyboard?.write(join(OUTPUT_NAME, STORYBOARD))
  const captions = await writeCaptions(filePath, container, source.secondsBetween(0n, plan.startPts), OUTPUT_NAME)
  return { variants: sizesOf(plan), isTopCopied: plan.copied !== undefined, captions }
}

class StreamEncoding {
  readonly #source: VideoSource
  readonly #plan: StreamPlan
  readonly #audio: AudioTrack | undefined
  readonly #copied: CopiedVariant | undefined
  /** The largest encoded variant, which passes its frames on to the next one. */
  readonly #encoded: Variant | undefined
  readonly #storyboard: Storyboard | undefined
  readonly #isStart: SegmentStarts

  constructor(
    source: VideoSource,
    plan: StreamPlan,
    { sizeBytes, storyboard }: { sizeBytes: number; storyboard: Storyboard | undefined },
  ) {
    this.#source = source
    this.#plan = plan
    this.#storyboard = storyboard
    this.#audio = openAudioTrack(source, plan.startPts, (packet) => this.#addAudio(packet))
    if (plan.copied) {
      const options = { audio: this.#audio, maxBytes: sizeBytes * BYTES_SLACK_FACTOR + BYTES_SLACK }
      this.#copied = new CopiedVariant(pathOf(plan.copied.size), source, plan, options)
    }
    this.#encoded = this.#openVariants(plan.encoded)
    this.#isStart = plan.copied ? givenStarts(startsAmong(plan.copied.keySeconds)) : regularStarts()
  }

  /** Writes the variants. @returns Their files, largest first. */
  run(): CmafFile[] {
    const onPacket = (packet: Packet) => this.#addPacket(packet)
    const needsFrames = this.#encoded || this.#storyboard
    if (needsFrames) for (const frame of this.#source.frames(onPacket)) this.#addFrame(frame)
    else for (const packet of this.#source.packets()) onPacket(packet)
    this.#audio?.finish()
    return [...(this.#copied ? [this.#copied.finish()] : []), ...(this.#encoded?.finish() ?? [])]
  }

  #addPacket(packet: Packet): void {
    if (packet.streamIndex !== this.#source.video.index) this.#audio?.add(packet)
    else this.#copied?.add(packet)
  }

  #addAudio(packet: Packet): void {
    this.#copied?.addAudio(packet)
    this.#encoded?.addAudio(packet)
  }

  #addFrame(frame: Frame): void {
    if (frame.pts === AV_NOPTS_VALUE) return
    const seconds = this.#source.secondsBetween(this.#plan.startPts, frame.pts)
    this.#storyboard?.add(frame, seconds)
    frame.pts -= this.#plan.startPts
    this.#encoded?.add(frame, this.#isStart(seconds))
  }

  /** Creates the variants from the smallest up, because each one refers to the next smaller. */
  #openVariants(plans: VariantPlan[]): Variant | undefined {
    const { video, durationSeconds } = this.#source
    const filtersFor = (size: Size, isLargest: boolean) => (sample: Frame) =>
      isLargest
        ? shownFrame(sample, shapeOf(sample, video), size, 'bt709')
        : [['scale', `w=${size.width}:h=${size.height}:flags=bicubic`] satisfies FilterStep]
    return plans.reduceRight<Variant | undefined>(
      (next, plan, index) =>
        new Variant({
          path: pathOf(plan.size),
          plan,
          filters: filtersFor(plan.size, index === 0),
          timeBase: video.timeBase,
          frameRate: this.#plan.frameRate,
          audio: this.#audio,
          maxBytes: maxBytesFor(plan, durationSeconds),
          next,
        }),
      undefined,
    )
  }
}

async function writePlaylists(plan: StreamPlan, files: CmafFile[]): Promise<void> {
  const variants = files.map((file, index) => ({ ...file, ...nameOf(sizesOf(plan)[index]!) }))
  for (const variant of variants)
    await writeFile(join(OUTPUT_NAME, variant.playlistName), mediaPlaylist(variant.fileName, variant))
  // Players that do not measure first start with the first entry. The second largest variant starts sooner.
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

function maxBytesFor({ maxBitsPerSecond }: VariantPlan, durationSeconds: number): number {
  return BYTES_SLACK + (BYTES_SLACK_FACTOR * maxBitsPerSecond * (durationSeconds || SECONDS_IF_UNKNOWN)) / 8
}
