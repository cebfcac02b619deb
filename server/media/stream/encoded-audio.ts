import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants'
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  type CodecParameters,
  FFmpegError,
  type Frame,
  type Packet,
  Rational,
  type Stream,
} from 'node-av/lib'
import { decode } from '../decode/decoders.ts'
import { FilterChain, type FilterStep } from '../decode/filter-chain.ts'
import { encode } from '../encode/encode.ts'
import type { Emit, SourceAudio } from './audio-track.ts'

const BITS_PER_SECOND_A_CHANNEL = 64_000
const CHANNELS_MAX = 2
export const AUDIO_BITS_PER_SECOND_MAX = CHANNELS_MAX * BITS_PER_SECOND_A_CHANNEL
/** Samples per AAC packet. */
export const PACKET_SAMPLES = 1024

/** Audio that cannot be copied: it is decoded and encoded again with one or two channels. */
export class EncodedAudio implements SourceAudio {
  readonly timeBase: Rational
  readonly #stream: Stream
  readonly #start: bigint
  readonly #decoder: CodecContext
  readonly #encoder: CodecContext
  readonly #emit: Emit
  #chain: FilterChain | undefined
  #kind: string | undefined

  constructor(stream: Stream, start: bigint, decoder: CodecContext, emit: Emit) {
    this.#stream = stream
    this.#start = start
    this.#decoder = decoder
    this.#encoder = openAac(stream.codecpar)
    this.timeBase = this.#encoder.timeBase
    this.#emit = emit
  }

  describe(parameters: CodecParameters): void {
    parameters.fromContext(this.#encoder)
  }

  finish(): void {
    this.add(null)
    if (!this.#chain) return
    for (const audio of this.#chain.run(null)) this.#encode(audio)
    this.#encode(null)
  }

  /** Adds a packet, or `null` at the end. Damaged parts are skipped, and the filters fill the gaps with silence. */
  add(packet: Packet | null): void {
    for (const frame of decode(this.#decoder, packet)) this.#filter(frame)
  }

  #filter(frame: Frame): void {
    const kind = `${frame.format} ${frame.sampleRate} ${frame.channels}`
    // Audio that changes its format midway is rare and mostly damaged.
    if (kind !== (this.#kind ??= kind) || frame.pts === AV_NOPTS_VALUE) return
    // Old formats and cameras state the number of channels without their layout.
    if (frame.channelLayout.mask === 0n) frame.channelLayout = avChannelLayoutDefault(frame.channels)
    frame.pts -= this.#start
    this.#chain ??= this.#openChain(frame)
    for (const audio of this.#chain.run(frame)) this.#encode(audio)
  }

  #openChain(sample: Frame): FilterChain {
    const { sampleRate, channels } = this.#encoder
    const layout = channels === 1 ? 'mono' : 'stereo'
    const filters: FilterStep[] = [
      // Some numbers of channels, such as 9, have no usual layout. Only the first two channels are heard then.
      ...(sample.channelLayout.mask === 0n ? [['pan', 'stereo|c0=c0|c1=c1'] satisfies FilterStep] : []),
      ['aresample', `${sampleRate}:async=1:first_pts=0`],
      ['aformat', `sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=${layout}`],
      ['asetnsamples', `n=${PACKET_SAMPLES}:p=0`],
    ]
    return new FilterChain(filters, sample, this.#stream.timeBase)
  }

  #encode(audio: Frame | null): void {
    for (const packet of encode(this.#encoder, audio)) {
      // Packets with a negative time hold the encoder's priming samples, which must not be heard.
      if (packet.pts >= 0n) this.#emit(packet)
    }
  }
}

function openAac({ sampleRate: sourceRate, channels: sourceChannels }: CodecParameters): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC)
  const channels = sourceChannels === 1 ? 1 : CHANNELS_MAX
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
