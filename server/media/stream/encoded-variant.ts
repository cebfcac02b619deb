import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants'
import { type CodecContext, FFmpegError, type Frame, Packet, Rational } from 'node-av/lib'
import { type CmafFile, CmafWriter } from './cmaf-writer.ts'
import { FilterChain, type FilterStep } from '../decode/filter-chain.ts'
import { FramePacer } from '../decode/frame-pacer.ts'
import type { SoundTrack } from './audio-track.ts'
import type { RungPlan } from './stream-plan.ts'
import { openX264 } from '../encode/x264.ts'

const CRF = 23

export interface RungOptions {
  path: string
  plan: RungPlan
  /** What makes pictures of this rung's size of those that come. */
  filters: (sample: Frame) => FilterStep[]
  timeBase: Rational
  frameRate: number
  sound: SoundTrack | undefined
  maxBytes: number
  /** The next smaller rung, which is made of this one's pictures. */
  next: Rung | undefined
}

/** One size of a stream while it is encoded. */
export class Rung {
  readonly #options: RungOptions
  readonly #encoder: CodecContext
  readonly #writer: CmafWriter
  readonly #pacer: FramePacer
  readonly #packet = new Packet()
  #chain: FilterChain | undefined
  /** A filter may hold a picture back, but not that a segment begins with it. */
  #isStartDue = false

  constructor(options: RungOptions) {
    const { path, plan, timeBase, sound, maxBytes } = options
    const frameRate = new Rational(Math.round(Math.min(options.frameRate, plan.frameRateMax) * 1000), 1000)
    this.#options = options
    this.#packet.alloc()
    this.#pacer = new FramePacer(plan.frameRateMax)
    this.#encoder = openX264({
      size: plan.size,
      timeBase,
      frameRate,
      crf: CRF,
      preset: 'veryfast',
      maxBitsPerSecond: plan.maxBitsPerSecond,
      hasOwnKeyPictures: true,
    })
    this.#writer = new CmafWriter(path, {
      describeVideo: (parameters) => parameters.fromContext(this.#encoder),
      timeBase,
      frameRate,
      sound,
      maxBytes,
    })
  }

  /**
   * @param picture Its time counts from the start of the clip. Not consumed.
   * @param isStart Whether a segment begins with it.
   */
  add(picture: Frame, isStart: boolean): void {
    const { timeBase, filters } = this.#options
    if (!this.#pacer.keeps((Number(picture.pts) * timeBase.num) / timeBase.den, isStart)) return
    this.#isStartDue ||= isStart
    this.#chain ??= new FilterChain(filters(picture), picture, timeBase)
    for (const own of this.#chain.run(picture)) this.#encode(own)
  }

  addSound(packet: Packet): void {
    this.#writer.writeSound(packet)
    this.#options.next?.addSound(packet)
  }

  /** @returns What was written, this rung first. */
  finish(): CmafFile[] {
    if (this.#chain) for (const own of this.#chain.run(null)) this.#encode(own)
    this.#send(null)
    return [this.#writer.finish(), ...(this.#options.next?.finish() ?? [])]
  }

  #encode(picture: Frame): void {
    const isStart = this.#isStartDue
    this.#isStartDue = false
    // What the source's encoder chose is no hint for ours.
    picture.pictType = isStart ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    this.#send(picture)
    this.#options.next?.add(picture, isStart)
  }

  #send(picture: Frame | null): void {
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(picture), 'encoding')
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      this.#writer.writeVideo(this.#packet)
      this.#packet.unref()
    }
  }
}
