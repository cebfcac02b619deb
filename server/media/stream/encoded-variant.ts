import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } from 'node-av/constants'
import { type CodecContext, type Frame, type Packet, Rational } from 'node-av/lib'
import { type CmafFile, CmafWriter } from './cmaf-writer.ts'
import { FilterChain, type FilterStep } from '../decode/filter-chain.ts'
import type { AudioTrack } from './audio-track.ts'
import type { VariantPlan } from './stream-plan.ts'
import { encode } from '../encode/encode.ts'
import { openX264 } from '../encode/x264.ts'
import { secondsOf } from '../time-base.ts'

const CRF = 23

interface VariantOptions {
  path: string
  plan: VariantPlan
  /** Scales incoming frames to the size of this variant. */
  filters: (sample: Frame) => FilterStep[]
  timeBase: Rational
  frameRate: number
  audio: AudioTrack | undefined
  maxBytes: number
  /** The next smaller variant, which is made from this one's frames. */
  next: Variant | undefined
}

/** One size of a stream while it is encoded. */
export class Variant {
  readonly #options: VariantOptions
  readonly #encoder: CodecContext
  readonly #writer: CmafWriter
  readonly #keeps: ReturnType<typeof paceFrames>
  /** Shortest duration of a frame. It covers the frames that are left out after it. */
  readonly #shortest: bigint
  #chain: FilterChain | undefined
  /** Times of frames that begin a segment and that the filters have not returned yet. */
  readonly #starts: bigint[] = []

  constructor(options: VariantOptions) {
    const { path, plan, timeBase, audio, maxBytes } = options
    const frameRate = rational(Math.min(options.frameRate, plan.frameRateMax))
    this.#options = options
    this.#keeps = paceFrames(plan.frameRateMax)
    this.#shortest = BigInt(Math.round((timeBase.den * frameRate.den) / (timeBase.num * frameRate.num)))
    this.#encoder = openX264({
      size: plan.size,
      timeBase,
      frameRate,
      crf: CRF,
      preset: 'veryfast',
      maxBitsPerSecond: plan.maxBitsPerSecond,
      hasOwnKeyFrames: true,
    })
    this.#writer = new CmafWriter(path, {
      describeVideo: (parameters) => parameters.fromContext(this.#encoder),
      timeBase,
      frameRate,
      audio,
      maxBytes,
    })
  }

  /**
   * Adds a frame.
   *
   * @param frame Its time counts from the start of the clip. Stays the caller's.
   * @param isStart Whether a segment begins with it.
   */
  add(frame: Frame, isStart: boolean): void {
    const { timeBase, filters } = this.#options
    if (!this.#keeps(secondsOf(frame.pts, timeBase), isStart)) return
    if (isStart) this.#starts.push(frame.pts)
    this.#chain ??= new FilterChain(filters(frame), frame, timeBase)
    for (const own of this.#chain.run(frame)) this.#encode(own)
  }

  addAudio(packet: Packet): void {
    this.#writer.writeAudio(packet)
    this.#options.next?.addAudio(packet)
  }

  /** Finishes the files. @returns The written variants, this one first. */
  finish(): CmafFile[] {
    if (this.#chain) for (const own of this.#chain.run(null)) this.#encode(own)
    this.#send(null)
    return [this.#writer.finish(), ...(this.#options.next?.finish() ?? [])]
  }

  #encode(frame: Frame): void {
    const [start] = this.#starts
    const isStart = start !== undefined && frame.pts >= start
    if (isStart) this.#starts.shift()
    // The frame types of the source's encoder must not influence ours.
    frame.pictType = isStart ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    if (frame.duration < this.#shortest) frame.duration = this.#shortest
    this.#send(frame)
    this.#options.next?.add(frame, isStart)
  }

  #send(frame: Frame | null): void {
    for (const packet of encode(this.#encoder, frame)) this.#writer.writeVideo(packet)
  }
}

/** Returns a rate in frames per second, rounded to thousandths. */
export function rational(frameRate: number): Rational {
  return new Rational(Math.round(frameRate * 1000), 1000)
}

/** Tolerance for frames that are slightly too close because timestamps are rounded. */
const LENIENCE = 0.9

/**
 * Creates a function that says which frames to keep to stay below a maximum rate. Steady rates of 60, 50 or 120 frames
 * a second become a steady 30, 25 or 30. Frames of an unsteady rate keep their timestamps. A required frame is always
 * kept if its time is later than that of the last kept frame.
 *
 * @param maxRate Frames per second.
 */
function paceFrames(maxRate: number): (seconds: number, isRequired: boolean) => boolean {
  let lastSeconds = -Infinity
  return (seconds, isRequired) => {
    const gap = seconds - lastSeconds
    if (gap <= 0 || (gap < LENIENCE / maxRate && !isRequired)) return false
    lastSeconds = seconds
    return true
  }
}
