import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVFMT_FLAG_BITEXACT,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, FormatContext, type Frame, Packet, Rational, type Stream } from 'node-av/lib'

export interface Mp4Options {
  /** x264's quality, 0–51, lower is better. */
  crf?: number
  preset?: 'veryfast' | 'faster' | 'fast' | 'medium' | 'slow' | 'veryslow'
  /** A ceiling over any second or so; below it, quality decides. */
  maxBitsPerSecond: number
  /** Never reached by what the ceiling above allows: the stop if something goes wrong. */
  maxBytes: number
}

/** Writes pictures as an MP4 that starts playing before it is whole: H.264, BT.709, no sound, no metadata. */
export class Mp4Writer {
  readonly #format = new FormatContext()
  readonly #encoder: CodecContext
  readonly #stream: Stream
  readonly #packet = new Packet()
  readonly #maxBytes: number
  #sizeBytes = 0

  /** @param sample The first picture: yuv420p, even sides. */
  constructor(
    path: string,
    sample: Frame,
    { timeBase, frameRate }: { timeBase: Rational; frameRate: Rational },
    options: Mp4Options,
  ) {
    this.#packet.alloc()
    this.#maxBytes = options.maxBytes
    this.#encoder = openX264(sample, timeBase, frameRate, options)
    FFmpegError.throwIfError(this.#format.allocOutputContext2(null, 'mp4', path), 'preparing an MP4')
    // Without it the muxer signs its work with its version.
    this.#format.setFlags(AVFMT_FLAG_BITEXACT)
    this.#stream = this.#format.newStream(null)
    this.#stream.codecpar.fromContext(this.#encoder)
    this.#stream.timeBase = timeBase
    this.#stream.avgFrameRate = frameRate
    FFmpegError.throwIfError(this.#format.openOutputSync(), 'creating an MP4')
    FFmpegError.throwIfError(this.#format.setOption('movflags', '+faststart'), 'asking for a fast start')
    FFmpegError.throwIfError(this.#format.writeHeaderSync(), 'starting an MP4')
  }

  write(picture: Frame | null): void {
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(picture), 'encoding')
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      this.#sizeBytes += this.#packet.size
      if (this.#sizeBytes > this.#maxBytes) throw new Error(`An MP4 grew beyond ${this.#maxBytes} bytes`)
      this.#packet.streamIndex = this.#stream.index
      this.#packet.rescaleTs(this.#encoder.timeBase, this.#stream.timeBase)
      FFmpegError.throwIfError(this.#format.interleavedWriteFrameSync(this.#packet), 'writing an MP4')
    }
  }

  finish(): void {
    this.write(null)
    FFmpegError.throwIfError(this.#format.writeTrailerSync(), 'finishing an MP4')
    this.#format.closeOutputSync()
  }
}

function openX264(
  sample: Frame,
  timeBase: Rational,
  frameRate: Rational,
  { crf = 26, preset = 'faster', maxBitsPerSecond }: Mp4Options,
): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.width = sample.width
  encoder.height = sample.height
  encoder.pixelFormat = sample.format as typeof encoder.pixelFormat
  encoder.sampleAspectRatio = new Rational(1, 1)
  encoder.timeBase = timeBase
  encoder.framerate = frameRate
  encoder.colorRange = AVCOL_RANGE_MPEG
  encoder.colorSpace = AVCOL_SPC_BT709
  encoder.colorPrimaries = AVCOL_PRI_BT709
  encoder.colorTrc = AVCOL_TRC_BT709
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  const bitsPerSecond = Math.round(maxBitsPerSecond)
  const settings = {
    preset,
    crf,
    profile: 'high',
    maxrate: bitsPerSecond,
    bufsize: bitsPerSecond,
    threads: 'auto',
  }
  for (const [name, value] of Object.entries(settings)) {
    FFmpegError.throwIfError(encoder.setOption(name, value), `setting ${name}`)
  }
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'opening the H.264 encoder')
  return encoder
}
