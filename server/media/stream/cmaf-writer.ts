import { AVFMT_FLAG_BITEXACT } from 'node-av/constants'
import { type CodecParameters, FFmpegError, FormatContext, type Packet, type Rational, type Stream } from 'node-av/lib'
import { locateFragments, type ByteSpan } from './fragments.ts'
import { joinFragments, type Segment } from './segments.ts'
import type { AudioTrack } from './audio-track.ts'
import { secondsOf } from '../time-base.ts'
import { unreadable } from '../unreadable-video.ts'

interface CmafOptions {
  /** Sets the parameters of the video track from an encoder or another file. */
  describeVideo(parameters: CodecParameters): void
  timeBase: Rational
  frameRate: Rational
  audio: AudioTrack | undefined
  /** Maximum bytes, as a safeguard. */
  maxBytes: number
  /** Start of the clip on the clock of the video packets; 0 by default. */
  startPts?: bigint
}

export interface CmafFile {
  head: ByteSpan
  segments: Segment[]
  /** Frames per second. */
  frameRate: number
  /** Codec names of RFC 6381. */
  codecs: string[]
}

// One fragment per key frame. Timestamps are those of the frames, without an edit list, so that variants agree.
const MOVE_FLAGS = '+frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets+skip_trailer'
/**
 * Maximum time for which packets of one track wait for those of the other. The limit saves memory if one track ends
 * early.
 */
const INTERLEAVE_MAX_MICROSECONDS = 30_000_000n

/** Writes a fragmented MP4. A player can start at each fragment after reading the head, or play the whole file. */
export class CmafWriter {
  readonly #path: string
  readonly #format = new FormatContext()
  readonly #video: Stream
  readonly #audio: Stream | undefined
  readonly #options: CmafOptions
  readonly #keySeconds: number[] = []
  /** End of the last frame or audio. */
  #endSeconds = 0
  #sizeBytes = 0

  constructor(path: string, options: CmafOptions) {
    const { describeVideo, timeBase, frameRate, audio } = options
    this.#path = path
    this.#options = options
    FFmpegError.throwIfError(this.#format.allocOutputContext2(null, 'mp4', path), 'preparing a stream')
    // Without this flag the muxer writes its version into the file.
    this.#format.setFlags(AVFMT_FLAG_BITEXACT)
    this.#format.maxInterleaveDelta = INTERLEAVE_MAX_MICROSECONDS
    this.#video = this.#format.newStream(null)
    describeVideo(this.#video.codecpar)
    this.#video.timeBase = timeBase
    this.#video.avgFrameRate = frameRate
    if (audio) {
      this.#audio = this.#format.newStream(null)
      audio.describe(this.#audio.codecpar)
      this.#audio.timeBase = audio.timeBase
    }
    FFmpegError.throwIfError(this.#format.openOutputSync(), 'creating a stream')
    FFmpegError.throwIfError(this.#format.setOption('movflags', MOVE_FLAGS), 'requesting fragments')
    FFmpegError.throwIfError(this.#format.writeHeaderSync(), 'starting a stream')
  }

  /** Writes a video packet. @param packet Stays the caller's. The first packet is a key frame. */
  writeVideo(packet: Packet): void {
    const { timeBase, frameRate, startPts = 0n } = this.#options
    const seconds = secondsOf(packet.pts - startPts, timeBase)
    const durationSeconds = packet.duration > 0n ? secondsOf(packet.duration, timeBase) : frameRate.den / frameRate.num
    if (packet.isKeyframe) this.#keySeconds.push(seconds)
    this.#endSeconds = Math.max(this.#endSeconds, seconds + durationSeconds)
    this.#write(packet, this.#video, timeBase, startPts)
  }

  /** Writes an audio packet. @param packet Stays the caller's. Times count from the start of the clip. */
  writeAudio(packet: Packet): void {
    const { audio } = this.#options
    if (!this.#audio || !audio) return
    this.#endSeconds = Math.max(this.#endSeconds, secondsOf(packet.pts + packet.duration, audio.timeBase))
    this.#write(packet, this.#audio, audio.timeBase)
  }

  /**
   * Finishes the file. @throws {UnreadableVideoError} If nothing was written because no frame of the source had a
   * usable timestamp.
   */
  finish(): CmafFile {
    if (this.#keySeconds.length === 0) throw unreadable('damaged')
    FFmpegError.throwIfError(this.#format.writeTrailerSync(), 'finishing a stream')
    const codecs = [this.#video, ...(this.#audio ? [this.#audio] : [])].map((stream) => codecOf(stream))
    this.#format.closeOutputSync()
    const { head, fragments } = locateFragments(this.#path)
    if (fragments.length !== this.#keySeconds.length) {
      throw new Error(`${this.#keySeconds.length} key frames made ${fragments.length} fragments`)
    }
    const { num, den } = this.#options.frameRate
    return {
      head,
      codecs,
      frameRate: num / den,
      segments: joinFragments(fragments.map((span, index) => this.#timed(span, index))),
    }
  }

  #timed(span: ByteSpan, index: number): Segment {
    const seconds = this.#keySeconds[index] ?? 0
    const end = this.#keySeconds[index + 1] ?? this.#endSeconds
    return { ...span, seconds, durationSeconds: end - seconds }
  }

  #write(packet: Packet, stream: Stream, timeBase: Rational, startPts = 0n): void {
    this.#sizeBytes += packet.size
    if (this.#sizeBytes > this.#options.maxBytes)
      throw new Error(`A stream grew beyond ${this.#options.maxBytes} bytes`)
    using own = packet.clone()
    if (!own) throw new Error('No memory for a packet')
    own.pts -= startPts
    own.dts -= startPts
    own.streamIndex = stream.index
    own.rescaleTs(timeBase, stream.timeBase)
    FFmpegError.throwIfError(this.#format.interleavedWriteFrameSync(own), 'writing a stream')
  }
}

function codecOf({ codecpar }: Stream): string {
  const codec = codecpar.getCodecString()
  if (!codec) throw new Error('FFmpeg has no name for the codec that it wrote')
  return codec
}
