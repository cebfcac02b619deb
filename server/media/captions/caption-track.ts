import {
  AV_CODEC_ID_ASS,
  AV_CODEC_ID_MOV_TEXT,
  AV_CODEC_ID_SUBRIP,
  AV_CODEC_ID_TEXT,
  AV_CODEC_ID_WEBVTT,
  AV_NOPTS_VALUE,
} from 'node-av/constants'
import type { Packet, Stream } from 'node-av/lib'
import { containsLocation } from '../../../contract/media/private-data/classify.ts'
import type { Container } from '../decode/containers.ts'
import { DURATION_MAX_SECONDS } from '../decode/decoding-budget.ts'
import { plainText } from '../plain-text.ts'
import { secondsOf } from '../time-base.ts'
import { type CueFormat, cueTextOf } from './cue-text.ts'
import { type Cue, webVtt } from './webvtt.ts'

const CUES_MAX = 10_000
/** Maximum length of the text of all cues of a track, in UTF-16 units. */
const LENGTH_MAX = 1_000_000
/** Maximum size of a packet in bytes. Larger ones are not captions: a tx3g sample has at most 64 KiB of text. */
const PACKET_MAX_BYTES = 100_000
const LABEL_MAX_LENGTH = 60
/**
 * Maximum length of a language tag. It suffices for all languages (RFC 5646, section 4.4.1), while the syntax has no
 * limit.
 */
const LANGUAGE_MAX_LENGTH = 35

const formats: Partial<Record<Container['demuxer'], Map<number, CueFormat>>> = {
  mov: new Map([[AV_CODEC_ID_MOV_TEXT, 'tx3g']]),
  matroska: new Map([
    [AV_CODEC_ID_SUBRIP, 'tagged'],
    [AV_CODEC_ID_WEBVTT, 'tagged'],
    [AV_CODEC_ID_TEXT, 'plain'],
    [AV_CODEC_ID_ASS, 'ass'],
  ]),
}

/** Returns the format of a track's cues. @returns `undefined` if the track has no readable text. */
export function cueFormatOf({ codecpar }: Stream, { demuxer }: Container): CueFormat | undefined {
  return formats[demuxer]?.get(codecpar.codecId)
}

/**
 * Collects the cues of one text track, up to a limit. Later cues are dropped. It keeps no reference to the stream,
 * whose memory is freed with its file.
 */
export class CaptionTrack {
  /** BCP 47 language tag, or `null` if the file does not name a language. */
  readonly language: string | null
  /** The track's name in the file, or else the language's own name. */
  readonly label: string
  readonly #timeBase: Stream['timeBase']
  readonly #format: CueFormat
  readonly #startSeconds: number
  readonly #cues: Cue[] = []
  #length = 0

  /** @param startSeconds Start of the clip on the file's clock. */
  constructor(stream: Stream, format: CueFormat, startSeconds: number) {
    const metadata = stream.metadata
    this.language = languageOf(metadata?.get('language') ?? 'und')
    this.label = labelOf(metadata?.get('title') ?? '', this.language)
    this.#timeBase = stream.timeBase
    this.#format = format
    this.#startSeconds = startSeconds
  }

  get isFull(): boolean {
    return this.#cues.length >= CUES_MAX || this.#length >= LENGTH_MAX
  }

  /** Adds the cue of a packet. @param packet A packet of this track. Stays the caller's. */
  add(packet: Packet): void {
    const { pts, duration } = packet
    if (this.isFull || pts === AV_NOPTS_VALUE || packet.size > PACKET_MAX_BYTES) return
    const { data } = packet
    if (!data) return
    const startSeconds = Math.max(0, secondsOf(pts, this.#timeBase) - this.#startSeconds)
    const endSeconds = Math.min(DURATION_MAX_SECONDS, secondsOf(pts + duration, this.#timeBase) - this.#startSeconds)
    const text = cueTextOf(data, this.#format)
    // Drones write their location into subtitles. Such subtitles have been blanked in the original, unless they are
    // compressed.
    if (containsLocation(text)) return
    // A cue must last at least a millisecond, which is the precision of the written file.
    if (text === '' || !(endSeconds - startSeconds >= 0.001)) return
    this.#cues.push({ startSeconds, endSeconds, text })
    this.#length += text.length
  }

  /** Returns the cues as a WebVTT file. @returns `undefined` if there are none. */
  toWebVtt(): string | undefined {
    return this.#cues.length === 0 ? undefined : webVtt(this.#cues)
  }
}

function languageOf(tag: string): string | null {
  try {
    const { language, baseName } = new Intl.Locale(tag)
    // ISO 639 codes without a language: undetermined, multiple, uncoded, no linguistic content.
    if (!language || ['mul', 'mis', 'zxx'].includes(language)) return null
    return baseName.length > LANGUAGE_MAX_LENGTH ? language : baseName
  } catch {
    return null
  }
}

function labelOf(typedTitle: string, language: string | null): string {
  const title = plainText(typedTitle.replaceAll(/\s+/g, ' '), LABEL_MAX_LENGTH)
  if (title) return title
  return (language && new Intl.DisplayNames([language], { type: 'language' }).of(language)) || 'Captions'
}
