import { type Packet, Rational } from 'node-av/lib'
import { type CmafFile, CmafWriter } from './cmaf-writer.ts'
import type { AudioTrack } from './audio-track.ts'
import type { StreamPlan } from './stream-plan.ts'
import type { VideoSource } from '../decode/video-source.ts'

interface CopiedVariant {
  /** Adds a packet. @param packet A packet of the source's video track. Not consumed. */
  add(packet: Packet): void
  addAudio(packet: Packet): void
  finish(): CmafFile
}

/** Opens the top variant of a clip whose own packets can be used. Copying them loses no quality and takes little time. */
export function openCopiedVariant(
  path: string,
  { video }: VideoSource,
  { startPts, frameRate }: StreamPlan,
  { audio, maxBytes }: { audio: AudioTrack | undefined; maxBytes: number },
): CopiedVariant {
  const writer = new CmafWriter(path, {
    describeVideo(parameters) {
      video.codecpar.copy(parameters)
      parameters.codecTag = 0
    },
    timeBase: video.timeBase,
    frameRate: new Rational(Math.round(frameRate * 1000), 1000),
    audio,
    maxBytes,
  })
  return {
    add(packet) {
      using own = packet.clone()
      if (!own) throw new Error('No memory for a packet')
      own.pts -= startPts
      own.dts -= startPts
      writer.writeVideo(own)
    },
    addAudio: (packet) => writer.writeAudio(packet),
    finish: () => writer.finish(),
  }
}
