import type { CodecParameters, Packet, Rational, Stream } from 'node-av/lib'
import type { Emit, AudioTrack } from './audio-track.ts'

/** AAC that is copied because players support it. */
export class CopiedAudio implements AudioTrack {
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
    // Packets before the first frame are mostly the encoder's priming samples, which must not be heard.
    if (own.pts < 0n || own.dts <= this.#lastDts) return
    this.#lastDts = own.dts
    this.#emit(own)
  }

  finish(): void {}
}
