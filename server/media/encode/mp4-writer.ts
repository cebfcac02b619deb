import { AVFMT_FLAG_BITEXACT } from 'node-av/constants'
import { type CodecContext, FFmpegError, FormatContext, type Frame, type Rational, type Stream } from 'node-av/lib'
import { encode } from './encode.ts'
import { openX264, type X264Options } from './x264.ts'

interface Mp4Options extends Pick<X264Options, 'crf' | 'preset' | 'maxBitsPerSecond'> {
  /** Maximum bytes, as a safeguard. The bit-rate limit keeps files below it. */
  maxBytes: number
}

/** Writes frames as an MP4 that can start playing before it is complete: H.264, BT.709, no audio, no metadata. */
export class Mp4Writer {
  readonly #format = new FormatContext()
  readonly #encoder: CodecContext
  readonly #stream: Stream
  readonly #maxBytes: number
  #sizeBytes = 0

  /** Creates the writer. @param sample The first frame: yuv420p, even sides. */
  constructor(
    path: string,
    sample: Frame,
    { timeBase, frameRate }: { timeBase: Rational; frameRate: Rational },
    options: Mp4Options,
  ) {
    this.#maxBytes = options.maxBytes
    this.#encoder = openX264({ size: sample, timeBase, frameRate, ...options })
    FFmpegError.throwIfError(this.#format.allocOutputContext2(null, 'mp4', path), 'preparing an MP4')
    // Without this flag the muxer writes its version into the file.
    this.#format.setFlags(AVFMT_FLAG_BITEXACT)
    this.#stream = this.#format.newStream(null)
    this.#stream.codecpar.fromContext(this.#encoder)
    this.#stream.timeBase = timeBase
    this.#stream.avgFrameRate = frameRate
    FFmpegError.throwIfError(this.#format.openOutputSync(), 'creating an MP4')
    FFmpegError.throwIfError(this.#format.setOption('movflags', '+faststart'), 'requesting a fast start')
    FFmpegError.throwIfError(this.#format.writeHeaderSync(), 'starting an MP4')
  }

  write(frame: Frame | null): void {
    for (const packet of encode(this.#encoder, frame)) {
      this.#sizeBytes += packet.size
      if (this.#sizeBytes > this.#maxBytes) throw new Error(`An MP4 grew beyond ${this.#maxBytes} bytes`)
      packet.streamIndex = this.#stream.index
      packet.rescaleTs(this.#encoder.timeBase, this.#stream.timeBase)
      FFmpegError.throwIfError(this.#format.interleavedWriteFrameSync(packet), 'writing an MP4')
    }
  }

  finish(): void {
    this.write(null)
    FFmpegError.throwIfError(this.#format.writeTrailerSync(), 'finishing an MP4')
    this.#format.closeOutputSync()
  }
}
