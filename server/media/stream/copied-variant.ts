import { type Packet, Rational } from 'node-av/lib'
import { type CmafFile, CmafWriter } from './cmaf-writer.ts'
import type { AudioTrack } from './audio-track.ts'
import type { StreamPlan } from './stream-plan.ts'
import type { VideoSource } from '../decode/video-source.ts'

/** The top variant of a clip whose own packets can be used. Copying them loses no quality and takes hardly any time. */
export class CopiedVariant {
  readonly #writer: CmafWriter
  readonly #startPts: bigint

  constructor(
    path: string,
    { video }: VideoSource,
    { startPts, frameRate }: StreamPlan,
    { audio, maxBytes }: { audio: AudioTrack | undefined; maxBytes: number },
  ) {
    this.#startPts = startPts
    this.#writer = new CmafWriter(path, {
      describeVideo(parameters) {
        video.codecpar.copy(parameters)
        parameters.codecTag = 0
      },
      timeBase: video.timeBase,
      frameRate: new Rational(Math.round(frameRate * 1000), 1000),
      audio,
      maxBytes,
    })
  }

  /** Adds a packet. @param packet A packet of the source's video track. Not consumed. */
  add(packet: Packet): void {
    using own = packet.clone()
    if (!own) throw new Error('No memory for a packet')
    own.pts -= this.#startPts
    own.dts -= this.#startPts
    this.#writer.writeVideo(own)
  }

  addAudio(packet: Packet): void {
    this.#writer.writeAudio(packet)
  }

  finish(): CmafFile {
    return this.#writer.finish()
  }
}
