import { AV_PKT_FLAG_KEY } from 'node-av/constants'
import { type CodecParameters, Packet, type Rational } from 'node-av/lib'
import type { AudioTrack, Emit, SourceAudio } from './audio-track.ts'
import { PACKET_SAMPLES } from './encoded-audio.ts'
import { secondsOf, ticksOf } from '../time-base.ts'

/** AAC packets of silence with one channel and with two. They are valid at every sample rate. */
const silence = [Buffer.from('00c800802380', 'hex'), Buffer.from('210049900219002380', 'hex')]
/**
 * How far the video is read ahead before missing audio counts as silence. The tracks of a file alternate, but its audio
 * may come some seconds late.
 */
const LAG_SECONDS = 20
/** Longer gaps come from wrong timestamps, and are not filled. */
const GAP_MAX_SECONDS = 600

/**
 * AAC without gaps. Where the audio of a file starts late, pauses or ends early, silence replaces it. Without the
 * silence, players would wait for audio as long as the gap lasts.
 */
export class GaplessAudio implements AudioTrack {
  readonly timeBase: Rational
  readonly #source: SourceAudio
  readonly #emit: Emit
  readonly #packet = new Packet()
  #packetSeconds = 0
  #silence = Buffer.alloc(0)
  /** Seconds from the start of the clip. */
  #endSeconds = 0
  #silenceEndSeconds = 0

  /** @param open Opens the audio, which passes its packets to the given function. */
  constructor(open: (emit: Emit) => SourceAudio, emit: Emit) {
    this.#emit = emit
    this.#source = open((packet) => this.#pass(packet))
    this.timeBase = this.#source.timeBase
    this.#packet.alloc()
  }

  describe(parameters: CodecParameters): void {
    this.#source.describe(parameters)
    this.#packetSeconds = PACKET_SAMPLES / parameters.sampleRate
    this.#silence = silence[parameters.channels - 1]!
  }

  add(packet: Packet): void {
    this.#source.add(packet)
  }

  followVideo(seconds: number): void {
    this.#fillUntil(seconds - LAG_SECONDS)
  }

  finish(videoEndSeconds: number): void {
    this.#source.finish()
    this.#fillUntil(videoEndSeconds)
  }

  #pass(packet: Packet): void {
    const seconds = secondsOf(packet.pts, this.timeBase)
    // Audio that comes later than `LAG_SECONDS` has been replaced by silence.
    if (seconds < this.#silenceEndSeconds - this.#packetSeconds / 2) return
    this.#fillUntil(seconds)
    this.#emit(packet)
    this.#endSeconds = seconds + this.#packetSeconds
  }

  #fillUntil(seconds: number): void {
    if (seconds - this.#endSeconds > GAP_MAX_SECONDS) return
    while (this.#endSeconds + this.#packetSeconds <= seconds) {
      this.#packet.data = this.#silence
      this.#packet.pts = this.#packet.dts = ticksOf(this.#endSeconds, this.timeBase)
      this.#packet.duration = ticksOf(this.#packetSeconds, this.timeBase)
      this.#packet.setFlags(AV_PKT_FLAG_KEY)
      this.#emit(this.#packet)
      this.#packet.unref()
      this.#endSeconds += this.#packetSeconds
      this.#silenceEndSeconds = this.#endSeconds
    }
  }
}
