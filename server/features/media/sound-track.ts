import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_NOPTS_VALUE,
  AV_PROFILE_AAC_LOW,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants'
import {
  avRescaleQ,
  Codec,
  CodecContext,
  type CodecParameters,
  FFmpegError,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'
import { openSoundDecoder } from './decoders.ts'
import { FilterChain } from './filter-chain.ts'
import type { VideoSource } from './video-source.ts'

/** The sound of a stream, as AAC: made once for all rungs. */
export interface SoundTrack {
  timeBase: Rational
  describe(parameters: CodecParameters): void
  /** @param packet Of the source. Not consumed. */
  add(packet: Packet): void
  finish(): void
}

/** Takes each packet of AAC, whose times count from the start of the clip. To be done with it before the next. */
type Emit = (packet: Packet) => void

const BITS_PER_SECOND_A_CHANNEL = 64_000
/** Samples in a packet of AAC. */
const PACKET_SAMPLES = 1024

/**
 * @param startPts When the clip starts, on the clock of the picture.
 * @returns `undefined` if there is no sound, or none that we can decode.
 */
export function openSoundTrack({ sound, video }: VideoSource, startPts: bigint, emit: Emit): SoundTrack | undefined {
  if (!sound) return undefined
  const startOfSound = avRescaleQ(startPts, video.timeBase, sound.timeBase)
  if (isPlainAac(sound)) return new CopiedSound(sound, startOfSound, emit)
  const decoder = openSoundDecoder(sound)
  return decoder && new EncodedSound(sound, startOfSound, decoder, emit)
}

/** As MP4 holds it: two channels at most, without the extensions that players disagree about. */
function isPlainAac({ codecpar }: Stream): boolean {
  const { codecId, profile, channels, sampleRate, extradataSize } = codecpar
  const isPlain = codecId === AV_CODEC_ID_AAC && profile === AV_PROFILE_AAC_LOW && extradataSize > 0
  return isPlain && channels <= 2 && sampleRate >= 32_000 && sampleRate <= 48_000
}

class CopiedSound implements SoundTrack {
  readonly timeBase: Rational
  readonly #stream: Stream
  readonly #start: bigint
  readonly #emit: Emit
  #lastDts = -1n

  constructor(stream: Stream, start: bigint, emit: Emit) {
    this.timeBase = stream.timeBase
    this.#stream = stream
    this.#start = start
    this.#emit = emit
  }

  describe(parameters: CodecParameters): void {
    this.#stream.codecpar.copy(parameters)
    parameters.codecTag = 0
  }

  add(packet: Packet): void {
    using own = packet.clone()
    if (!own) throw new Error('No memory for a packet')
    own.pts = packet.pts - this.#start
    own.dts = own.pts
    // What comes before the first picture is mostly the encoder's run-up, which is not to be heard.
    if (own.pts < 0n || own.dts <= this.#lastDts) return
    this.#lastDts = own.dts
    this.#emit(own)
  }

  finish(): void {}
}

class EncodedSound implements SoundTrack {
  readonly timeBase: Rational
  readonly #stream: Stream
  readonly #start: bigint
  readonly #decoder: CodecContext
  readonly #encoder: CodecContext
  readonly #emit: Emit
  readonly #packet = new Packet()
  readonly #frame = new Frame()
  #chain: FilterChain | undefined
  #kind: string | undefined

  constructor(stream: Stream, start: bigint, decoder: CodecContext, emit: Emit) {
    this.#stream = stream
    this.#start = start
    this.#decoder = decoder
    this.#encoder = openAac(stream.codecpar)
    this.timeBase = this.#encoder.timeBase
    this.#emit = emit
    this.#packet.alloc()
    this.#frame.alloc()
  }

  describe(parameters: CodecParameters): void {
    parameters.fromContext(this.#encoder)
  }

  add(packet: Packet): void {
    this.#decode(packet)
  }

  finish(): void {
    this.#decode(null)
    if (!this.#chain) return
    for (const sound of this.#chain.run(null)) this.#encode(sound)
    this.#encode(null)
  }

  /** Damaged stretches are skipped, and filled with silence. */
  #decode(packet: Packet | null): void {
    this.#decoder.sendPacketSync(packet)
    while (this.#decoder.receiveFrameSync(this.#frame) >= 0) {
      this.#filter(this.#frame)
      this.#frame.unref()
    }
  }

  #filter(frame: Frame): void {
    const kind = `${frame.format} ${frame.sampleRate} ${frame.channels}`
    // Sound that becomes of another kind midway is rare, and mostly damage.
    if (kind !== (this.#kind ??= kind) || frame.pts === AV_NOPTS_VALUE) return
    // Old formats say how many channels there are, but not which.
    if (frame.channelLayout.mask === 0n)
      frame.channelLayout = frame.channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO
    frame.pts -= this.#start
    this.#chain ??= this.#openChain(frame)
    for (const sound of this.#chain.run(frame)) this.#encode(sound)
  }

  #openChain(sample: Frame): FilterChain {
    const { sampleRate, channels } = this.#encoder
    return new FilterChain(
      [
        ['aresample', `${sampleRate}:async=1:first_pts=0`],
        [
          'aformat',
          `sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`,
        ],
        ['asetnsamples', `n=${PACKET_SAMPLES}:p=0`],
      ],
      sample,
      this.#stream.timeBase,
    )
  }

  #encode(sound: Frame | null): void {
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(sound), 'encoding sound')
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      // The encoder's run-up, which is not to be heard.
      if (this.#packet.pts >= 0n) this.#emit(this.#packet)
      this.#packet.unref()
    }
  }
}

function openAac({ sampleRate: sourceRate, channels: sourceChannels }: CodecParameters): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC)
  const channels = sourceChannels === 1 ? 1 : 2
  const sampleRate = sourceRate === 44_100 ? 44_100 : 48_000
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.sampleRate = sampleRate
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP
  encoder.channelLayout = channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO
  encoder.bitRate = BigInt(channels * BITS_PER_SECOND_A_CHANNEL)
  encoder.timeBase = new Rational(1, sampleRate)
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  FFmpegError.throwIfError(encoder.open2Sync(codec), 'opening the AAC encoder')
  return encoder
}
