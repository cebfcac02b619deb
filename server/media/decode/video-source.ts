import { statSync } from 'node:fs'
import {
  AV_CODEC_ID_BMP,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_PNG,
  AV_CODEC_ID_WEBP,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants'
import type { CodecContext, FormatContext, Frame, Packet, Stream } from 'node-av/lib'
import { dropRefusedColours } from './colour-properties.ts'
import type { Container } from './containers.ts'
import { decode, openDecoder } from './decoders.ts'
import { type Frames, refuseRereading, refuseTooMuch } from './decoding-budget.ts'
import { openFormat, packetsOf, readOnly } from './open-format.ts'
import { secondsOf } from '../time-base.ts'
import { refuseHugeFrame, unreadable } from '../unreadable-video.ts'

/** Maximum number of video packets without a frame. A file that exceeds it is not a video. */
const PACKETS_WITHOUT_PICTURE_MAX = 500

/** An open file and the decoder of its first video track. Native calls block, so use it in a media child only. */
export class VideoSource {
  readonly format: FormatContext
  readonly video: Stream
  /** Number of tracks that a player could show. Players differ in which one they choose. */
  readonly videoTracksCount: number
  /** The audio track that the file calls its default, or else the first one. */
  readonly audio: Stream | undefined
  readonly sizeBytes: number
  /** Indexes of the tracks whose packets are read. */
  readonly #wanted: ReadonlySet<number>
  readonly #decoder: CodecContext
  #decoded: (Frames & { firstPts: bigint }) | undefined

  /**
   * Opens a file.
   *
   * @param threads Threads of the decoder; 0 means one per core.
   * @param withAudio Whether `packets` also yields those of the audio.
   * @throws {UnreadableVideoError}
   */
  constructor(
    filePath: string,
    { demuxer }: Container,
    { threads, withAudio = false }: { threads: number; withAudio?: boolean },
  ) {
    this.format = openFormat(filePath, demuxer)
    const videos = this.format.streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO)
    const played = videos.filter((stream) => !isCover(stream))
    const video = played.find((stream) => !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC))
    this.audio = audioOf(this.format)
    if (!video) throw unreadable(this.audio ? 'onlyAudio' : 'noVideo')
    this.video = video
    this.videoTracksCount = played.length
    this.#wanted = new Set(withAudio && this.audio ? [video.index, this.audio.index] : [video.index])
    readOnly(this.format, this.#wanted)
    refuseHugeFrame(video.codecpar.width, video.codecpar.height)
    this.sizeBytes = statSync(filePath).size
    this.#decoder = openDecoder(video, threads)
  }

  /** Seconds between two timestamps of the video, or 0 if one is missing. */
  secondsBetween(from: bigint, to: bigint): number {
    if (from === AV_NOPTS_VALUE || to === AV_NOPTS_VALUE) return 0
    return secondsOf(to - from, this.video.timeBase)
  }

  /** Seconds from the start of the video to a timestamp. */
  secondsAt(pts: bigint): number {
    return this.secondsBetween(this.#startPts, pts)
  }

  /** Starts reading at the last key frame before a moment, if the container can find it. */
  seek(seconds: number): void {
    const { num, den } = this.video.timeBase
    const pts = this.#startPts + BigInt(Math.floor((seconds * den) / num))
    this.format.seekFrameSync(this.video.index, pts, AVSEEK_FLAG_BACKWARD)
  }

  get #startPts(): bigint {
    return this.video.startTime === AV_NOPTS_VALUE ? 0n : this.video.startTime
  }

  /** Duration according to the container, or 0 if it is missing. */
  get durationSeconds(): number {
    if (this.format.duration > 0n) return Number(this.format.duration) / 1e6
    return this.video.duration > 0n ? this.secondsBetween(0n, this.video.duration) : 0
  }

  /** Number of pixels that have been decoded so far. */
  get decodedPixels(): number {
    return this.#decoded?.pixelsCount ?? 0
  }

  /**
   * Yields the file's packets in file order. All packets share one object, so each is valid only until the next one is
   * requested.
   *
   * @throws {UnreadableVideoError} If they have more bytes than the file.
   */
  *packets(): Generator<Packet> {
    let packetsBytes = 0
    for (const packet of packetsOf(this.format, this.#wanted)) {
      refuseRereading((packetsBytes += packet.size), this.sizeBytes)
      yield packet
    }
  }

  /**
   * Yields the frames in display order. Each is valid only until the next one is requested. Damaged parts are skipped,
   * as players do. Containers may omit or misstate the number of frames, so frames beyond the budget are not decoded.
   *
   * @param onPacket Receives each packet before it is decoded.
   * @throws {UnreadableVideoError} If there is no frame, or more than the budget allows.
   */
  *frames(onPacket: (packet: Packet) => void = () => {}): Generator<Frame> {
    let framesCount = 0
    let packetsCount = 0
    for (const packet of this.#packetsAndEnd()) {
      if (packet) onPacket(packet)
      // The audio may begin long before the first frame.
      if (packet && packet.streamIndex !== this.video.index) continue
      for (const frame of decode(this.#decoder, packet)) {
        framesCount++
        if (frame.pts === AV_NOPTS_VALUE) frame.pts = frame.bestEffortTimestamp
        dropRefusedColours(frame)
        this.#count(frame)
        yield frame
      }
      if (framesCount === 0 && ++packetsCount > PACKETS_WITHOUT_PICTURE_MAX) break
    }
    if (framesCount === 0) throw unreadable('damaged')
  }

  #count(frame: Frame): void {
    const decoded = (this.#decoded ??= { framesCount: 0, pixelsCount: 0, seconds: 0, firstPts: frame.pts })
    decoded.framesCount++
    decoded.pixelsCount += frame.width * frame.height
    decoded.seconds = Math.max(decoded.seconds, this.secondsBetween(decoded.firstPts, frame.pts))
    refuseTooMuch(decoded, this.sizeBytes)
  }

  /** Yields the packets, then `null`. The decoder then returns its remaining frames. */
  *#packetsAndEnd(): Generator<Packet | null> {
    yield* this.packets()
    yield null
  }
}

const imageCodecs = new Set<number>([AV_CODEC_ID_MJPEG, AV_CODEC_ID_PNG, AV_CODEC_ID_BMP, AV_CODEC_ID_WEBP])

/**
 * Whether a track is a cover or chapter picture, which no player shows as the video. A file's claim that the track is
 * an attached picture is not enough. Some players show such a track if it holds a video or is enabled.
 */
function isCover(stream: Stream): boolean {
  return (
    stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC) &&
    !stream.hasDisposition(AV_DISPOSITION_DEFAULT) &&
    imageCodecs.has(stream.codecpar.codecId)
  )
}

function audioOf(format: FormatContext): Stream | undefined {
  const sounds = format.streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  return sounds.find((stream) => stream.hasDisposition(AV_DISPOSITION_DEFAULT)) ?? sounds[0]
}
