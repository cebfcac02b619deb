/** For tests: the audio and text tracks of `generated-clip.ts`. */
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_ASS,
  AV_CODEC_ID_MOV_TEXT,
  AV_CODEC_ID_SUBRIP,
  AV_CODEC_ID_WEBVTT,
  AV_DISPOSITION_DEFAULT,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVMEDIA_TYPE_SUBTITLE,
  type FFEncoderCodec,
} from 'node-av/constants'
import {
  type ChannelLayout,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  type FormatContext,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib'
import { encode } from '../../media/encode/encode.ts'

const SOUND_RATE = 48_000
const sampleFormats = { aac: AV_SAMPLE_FMT_FLTP, libopus: AV_SAMPLE_FMT_FLT, pcm_s16le: AV_SAMPLE_FMT_S16 } as const

export interface AudioKind {
  /** Each track is louder than the one before. */
  tracks: number
  codec?: 'aac' | 'libopus' | 'pcm_s16le'
  /** The track that the file marks as default. */
  default?: number
  /** Seconds after which the audio ends; by default it ends with the video. */
  seconds?: number
  /** Number of channels, whose speakers the file does not name. Mono by default. */
  channels?: number
}

export interface CaptionKind {
  codec: 'mov_text' | 'subrip' | 'webvtt' | 'ass'
  tags?: Record<string, string>
  /** Times are in seconds. `text` is in the codec's form; for `mov_text`, it lacks the length prefix. */
  cues: { at: number; seconds: number; text: string | Buffer }[]
}

/** Adds a tone whose volume grows with the track's number. */
export function addAudio(
  format: FormatContext,
  track: number,
  { codec: name = 'libopus', default: chosen, channels = 1 }: AudioKind = { tracks: 0 },
): { writeUntil(seconds: number): void; finish(): void } {
  const channelLayout: ChannelLayout =
    channels === 1 ? AV_CHANNEL_LAYOUT_MONO : { order: AV_CHANNEL_ORDER_UNSPEC, nbChannels: channels, mask: 0n }
  const codec = Codec.findEncoderByName(name as FFEncoderCodec)
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.sampleRate = SOUND_RATE
  encoder.sampleFormat = sampleFormats[name]
  encoder.channelLayout = channelLayout
  encoder.timeBase = new Rational(1, SOUND_RATE)
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  FFmpegError.throwIfError(encoder.open2Sync(codec), `opening ${name}`)
  const stream = format.newStream(null)
  stream.codecpar.fromContext(encoder)
  stream.timeBase = encoder.timeBase
  if (track === chosen) stream.setDisposition(AV_DISPOSITION_DEFAULT)
  let samples = 0
  const write = (frame: Frame | null) => {
    for (const packet of encode(encoder, frame)) {
      packet.streamIndex = stream.index
      packet.rescaleTs(encoder.timeBase, stream.timeBase)
      FFmpegError.throwIfError(format.interleavedWriteFrameSync(packet))
    }
  }
  return {
    writeUntil(seconds) {
      while (samples < seconds * SOUND_RATE) {
        const nbSamples = encoder.frameSize || 1024
        const isInteger = name === 'pcm_s16le'
        const tone = new (isInteger ? Int16Array : Float32Array)(nbSamples * channels)
        for (let at = 0; at < tone.length; at++) {
          const sample = samples + Math.floor(at / channels)
          tone[at] = (isInteger ? 0x7fff : 1) * 0.2 * (track + 1) * Math.sin(sample / (20 - track * 5))
        }
        using frame = Frame.fromAudioBuffer(Buffer.from(tone.buffer), {
          sampleRate: SOUND_RATE,
          channelLayout,
          format: encoder.sampleFormat,
          nbSamples,
          timeBase: encoder.timeBase,
        })
        frame.pts = BigInt(samples)
        samples += nbSamples
        write(frame)
      }
    },
    finish: () => write(null),
  }
}

const captionCodecs = {
  mov_text: AV_CODEC_ID_MOV_TEXT,
  subrip: AV_CODEC_ID_SUBRIP,
  webvtt: AV_CODEC_ID_WEBVTT,
  ass: AV_CODEC_ID_ASS,
}

/** Adds a track of captions. `write` writes all cues at once: the muxer interleaves them. */
export function addCaptions(format: FormatContext, { codec, tags = {}, cues }: CaptionKind): { write(): void } {
  const stream = format.newStream(null)
  stream.codecpar.codecType = AVMEDIA_TYPE_SUBTITLE
  stream.codecpar.codecId = captionCodecs[codec]
  stream.timeBase = new Rational(1, 1000)
  stream.metadata = Dictionary.fromObject(tags)
  return {
    write() {
      for (const { at, seconds, text } of cues) {
        using packet = new Packet()
        packet.alloc()
        const bytes = Buffer.from(text as string)
        packet.data = codec === 'mov_text' ? Buffer.concat([sizeOf(bytes), bytes]) : bytes
        packet.streamIndex = stream.index
        packet.pts = packet.dts = BigInt(Math.round(at * 1000))
        packet.duration = BigInt(Math.round(seconds * 1000))
        packet.rescaleTs(new Rational(1, 1000), stream.timeBase)
        FFmpegError.throwIfError(format.interleavedWriteFrameSync(packet), 'writing captions')
      }
    },
  }
}

function sizeOf({ length }: Buffer): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(Math.min(0xffff, length))
  return size
}
