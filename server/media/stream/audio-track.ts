import { AV_CODEC_ID_AAC, AV_PROFILE_AAC_LOW } from 'node-av/constants'
import { avRescaleQ, type CodecParameters, type Packet, type Rational, type Stream } from 'node-av/lib'
import { openAudioDecoder } from '../decode/decoders.ts'
import { EncodedAudio } from './encoded-audio.ts'
import { GaplessAudio } from './gapless-audio.ts'
import type { VideoSource } from '../decode/video-source.ts'

/** The audio of a file, as AAC. */
export interface SourceAudio {
  timeBase: Rational
  describe(parameters: CodecParameters): void
  /** Adds a packet. @param packet A packet of the source. Stays the caller's. */
  add(packet: Packet): void
  finish(): void
}

/** The audio of a stream. It is made once for all variants. */
export interface AudioTrack extends Omit<SourceAudio, 'finish'> {
  /** Receives the position up to which the video has been read, in seconds from the start of the clip. */
  followVideo(seconds: number): void
  finish(videoEndSeconds: number): void
}

/** Receives each AAC packet, with times from the start of the clip. The packet is valid during the call only. */
export type Emit = (packet: Packet) => void

/**
 * Creates the audio track. @param startPts Start of the clip on the video's clock.
 * @returns `undefined` if there is no audio that can be decoded.
 */
export function openAudioTrack({ audio, video }: VideoSource, startPts: bigint, emit: Emit): AudioTrack | undefined {
  if (!audio) return undefined
  const startOfAudio = avRescaleQ(startPts, video.timeBase, audio.timeBase)
  if (isPlainAac(audio)) return new GaplessAudio((pass) => copyAudio(audio, startOfAudio, pass), emit)
  const decoder = openAudioDecoder(audio)
  return decoder && new GaplessAudio((pass) => new EncodedAudio(audio, startOfAudio, decoder, pass), emit)
}

/** Whether all players can play this AAC: it has at most two channels, no extensions, and a usual sample rate. */
function isPlainAac({ codecpar }: Stream): boolean {
  const { codecId, profile, channels, sampleRate, extradataSize } = codecpar
  const isPlain = codecId === AV_CODEC_ID_AAC && profile === AV_PROFILE_AAC_LOW && extradataSize > 0
  return isPlain && channels <= 2 && sampleRate >= 32_000 && sampleRate <= 48_000
}

/** Sets the parameters of a track whose packets are copied. The container chooses the codec's tag. */
export function copyParameters({ codecpar }: Stream, parameters: CodecParameters): void {
  codecpar.copy(parameters)
  parameters.codecTag = 0
}

function copyAudio(stream: Stream, start: bigint, emit: Emit): SourceAudio {
  let lastDts = -1n
  return {
    timeBase: stream.timeBase,
    describe: (parameters) => copyParameters(stream, parameters),
    add(packet) {
      using own = packet.clone()
      if (!own) throw new Error('No memory for a packet')
      own.pts = packet.pts - start
      own.dts = own.pts
      // Packets before the first frame are mostly the encoder's priming samples, which must not be heard.
      if (own.pts < 0n || own.dts <= lastDts) return
      lastDts = own.dts
      emit(own)
    },
    finish() {},
  }
}
