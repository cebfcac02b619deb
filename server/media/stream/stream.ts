import { mkdir, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { AV_NOPTS_VALUE } from 'node-av/constants'
import type { Frame, Packet } from 'node-av/lib'
import { writeCaptions } from '../captions/captions.ts'
import type { CmafFile } from './cmaf-writer.ts'
import { containerOfVideo } from '../decode/containers.ts'
import { CopiedRung } from './copied-variant.ts'
import type { FilterStep } from '../decode/filter-chain.ts'
import { MAIN_PLAYLIST, OUTPUT_NAME, STORYBOARD, type StreamFacts } from '../tasks.ts'
import { shownPicture } from '../decode/frame-filters.ts'
import { shapeOf, type Size } from '../decode/frame-shape.ts'
import { mainPlaylist, mediaPlaylist } from './playlists.ts'
import { Rung } from './encoded-variant.ts'
import { givenStarts, regularStarts, startsAmong, type SegmentStarts } from './segments.ts'
import { openSoundTrack, type SoundTrack } from './audio-track.ts'
import { Storyboard } from '../encode/storyboard.ts'
import { planStream, type RungPlan, type StreamPlan } from './stream-plan.ts'
import { VideoSource } from '../decode/video-source.ts'

/** Where a file does not say how long it is. */
const SECONDS_IF_UNKNOWN = 3600
const BYTES_SLACK_FACTOR = 2
const BYTES_SLACK = 10_000_000

/**
 * Writes the stream as a folder under `OUTPUT_NAME`: an HLS main playlist, and for each rung a playlist and one file.
 * One decoding serves all rungs. The sound is in each of them, because light players know no sound of its own. Captions
 * are files beside them.
 */
export async function encodeStream(filePath: string): Promise<StreamFacts> {
  // Nobody waits for it: pages, posters and previews go first. Threads that decoders start later inherit it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const container = await containerOfVideo(filePath)
  const { size: sizeBytes } = await stat(filePath)
  const plan = planStream(filePath, container, sizeBytes)
  await mkdir(OUTPUT_NAME)
  const source = VideoSource.open(filePath, container, { threads: 0, withSound: true })
  const storyboard = Storyboard.for(source, plan.display)
  const files = new StreamEncoding(source, plan, { sizeBytes, storyboard }).run()
  await writePlaylists(plan, files)
  await storyboard?.write(join(OUTPUT_NAME, STORYBOARD))
  const captions = await writeCaptions(filePath, container, source.secondsBetween(0n, plan.startPts), OUTPUT_NAME)
  return { rungs: sizesOf(plan), isTopCopied: plan.copied !== undefined, captions }
}

class StreamEncoding {
  readonly #source: VideoSource
  readonly #plan: StreamPlan
  readonly #sound: SoundTrack | undefined
  readonly #copied: CopiedRung | undefined
  /** The largest one that is encoded; it passes its pictures on to the next. */
  readonly #encoded: Rung | undefined
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
    this.#sound = openSoundTrack(source, plan.startPts, (packet) => this.#addSound(packet))
    if (plan.copied) {
      const options = { sound: this.#sound, maxBytes: sizeBytes * BYTES_SLACK_FACTOR + BYTES_SLACK }
      this.#copied = new CopiedRung(pathOf(plan.copied.size), source, plan, options)
    }
    this.#encoded = this.#openRungs(plan.encoded)
    this.#isStart = plan.copied ? givenStarts(startsAmong(plan.copied.keySeconds)) : regularStarts()
  }

  /** @returns The rungs' files, largest first. */
  run(): CmafFile[] {
    const onPacket = (packet: Packet) => this.#addPacket(packet)
    const needsPictures = this.#encoded || this.#storyboard
    if (needsPictures) for (const frame of this.#source.frames(onPacket)) this.#addPicture(frame)
    else for (const packet of this.#source.packets()) onPacket(packet)
    this.#sound?.finish()
    return [...(this.#copied ? [this.#copied.finish()] : []), ...(this.#encoded?.finish() ?? [])]
  }

  #addPacket(packet: Packet): void {
    if (packet.streamIndex !== this.#source.video.index) this.#sound?.add(packet)
    else this.#copied?.add(packet)
  }

  #addSound(packet: Packet): void {
    this.#copied?.addSound(packet)
    this.#encoded?.addSound(packet)
  }

  #addPicture(frame: Frame): void {
    if (frame.pts === AV_NOPTS_VALUE) return
    const seconds = this.#source.secondsBetween(this.#plan.startPts, frame.pts)
    this.#storyboard?.add(frame, seconds)
    frame.pts -= this.#plan.startPts
    this.#encoded?.add(frame, this.#isStart(seconds))
  }

  /** From the smallest up, because each knows the next. */
  #openRungs(plans: RungPlan[]): Rung | undefined {
    const { video, durationSeconds } = this.#source
    const filtersFor = (size: Size, isLargest: boolean) => (sample: Frame) =>
      isLargest
        ? shownPicture(sample, shapeOf(sample, video), size, 'bt709')
        : [['scale', `w=${size.width}:h=${size.height}:flags=bicubic`] satisfies FilterStep]
    return plans.reduceRight<Rung | undefined>(
      (next, plan, index) =>
        new Rung({
          path: pathOf(plan.size),
          plan,
          filters: filtersFor(plan.size, index === 0),
          timeBase: video.timeBase,
          frameRate: this.#plan.frameRate,
          sound: this.#sound,
          maxBytes: maxBytesFor(plan, durationSeconds),
          next,
        }),
      undefined,
    )
  }
}

async function writePlaylists(plan: StreamPlan, files: CmafFile[]): Promise<void> {
  const rungs = files.map((file, index) => ({ ...file, ...nameOf(sizesOf(plan)[index]!) }))
  for (const rung of rungs) await writeFile(join(OUTPUT_NAME, rung.playlistName), mediaPlaylist(rung.fileName, rung))
  // Players that do not measure first begin with what is listed first: the second largest starts sooner.
  const [top, second, ...rest] = rungs
  const listed = [second, top, ...rest].filter((rung) => rung !== undefined)
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

function maxBytesFor({ maxBitsPerSecond }: RungPlan, durationSeconds: number): number {
  return BYTES_SLACK + (BYTES_SLACK_FACTOR * maxBitsPerSecond * (durationSeconds || SECONDS_IF_UNKNOWN)) / 8
}
