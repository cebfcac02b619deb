import { hasMark, withoutMarks } from './mark-json.ts'
import type { PrivateKind } from './private-data.ts'

/** A part of a string. Both numbers are characters. */
export interface TextSpan {
  start: number
  length: number
}

/** The treatment of a value: it is kept, removed, or loses some of its text. */
export type Verdict = 'keep' | { kinds: PrivateKind[]; spans?: TextSpan[] }

/**
 * Names of values that hold the title of the work or technical facts, such as the encoder. They are kept unless their
 * text reveals more.
 */
const harmless =
  /^(©nam|©too|©enc|titl|name|title|inam|isft|strn|language|encoder|encoding_tool|metadatacreator|duration|bps|number_of_\w+|_statistics_\w+|major_brand|minor_version|compatible_brands|handler_name|wmfsdk\w+|aspectratio[xy]|isvbr|deviceconformancetemplate)$/
/** FFmpeg's own name, which it writes into fields where cameras write theirs. */
const ffmpeg = /^Lav[cf][\d.]*\0*$/
/** Maximum length of a harmless value. A longer one is not a title. */
const HARMLESS_MAX_LENGTH = 1_000
/** Number of bytes of a value that are searched. A longer value is removed, unless its name is that of a mark. */
export const VALUE_READ_BYTES = 2 ** 20 + 1

/** Names of marks that declare content made by AI. The law of several countries requires such marks. */
const mark = /^(aigc|aigc_info|vid_md5)$|digitalsourcetype/

const meanings: [RegExp, PrivateKind][] = [
  [/locat|gps|xyz|loci|latitude|longitude|geo|country|city|address|place/, 'place'],
  [/workflow|graph/, 'workflow'],
  [/prompt|parameters/, 'prompt'],
  [/covr|picture|image|thumb|artwork|attach|icon|banner/, 'attachment'],
  [/date|day$|time|year|idit|icrd/, 'date'],
  [/make|mak$|model|mod$|camera|software|swr$|device|lens|serial|manufacturer|firm|android|version/, 'device'],
  [
    /artist|©art|author|aut$|auth$|direct|produc|compos|wrt$|perf|copyright|cpy$|cprt|owner|user|actor|publish|encoded|iart|icop|ieng|mail/,
    'person',
  ],
]

const contents: [RegExp, PrivateKind][] = [
  [/\b(?:sk|pk|key|token|AIza|hf_|r8_|gh[ps]_|gsk_|xai)[-_A-Za-z0-9]{16,}/, 'secret'],
  [/(?:api[_-]?key|access[_-]?key|token|secret|password)[\\"']*\s*[:=]\s*[\\"']*[^\s\\"',}]{8,}/i, 'secret'],
  [/(?:^|[^\w])[A-Za-z]:\\{1,4}[^\s"\\]|\\\\[\w.-]+\\\w|file:\/\//, 'path'],
  [/(?:^|[^\w/:.])(?:\/|~\/)(?:[\w.@+-][\w .@+-]{0,254}\/)+[\w.@+-]/, 'path'],
  [
    /[\w)\]-]\.(?:png|jpe?g|webp|gif|hei[cf]|mp4|mov|mkv|webm|avi|m4v|wav|mp3|flac|psd|aep|prproj|drp|blend|h26[45]|json|py)\b/i,
    'path',
  ],
  [/\.(?:safetensors|ckpt|gguf|pth?|onnx)\b/i, 'model'],
  [/[\w+-]@[\w-]{1,63}(?:\.[\w-]{2,63})+/, 'person'],
]

/** Matches coordinates in ISO 6709, in NMEA, or as drones write them. */
const places =
  /[+-]\d{2,6}(?:\.\d+)?[+-]\d{3,7}(?:\.\d+)?(?:[+-]\d+(?:\.\d+)?)?(?:CRS\w+)?\/|\$G[PNL](?:GGA|RMC|GLL),|\b(?:gps|home|lat|latitude|lon|lng|long|longitude)\b[^\w.+-]{1,4}[+-]?\d{1,3}\.\d{3,}/i

export function containsLocation(text: string): boolean {
  return places.test(text)
}

/** Returns the kinds of private data in a string. The name of its field does not matter. */
export function kindsOfText(text: string): PrivateKind[] {
  const words = text.slice(0, VALUE_READ_BYTES).replaceAll('\0', '')
  const found = contents.filter(([pattern]) => pattern.test(words)).map(([, kind]) => kind)
  return containsLocation(words) ? ['place', ...found] : found
}

/**
 * Decides what happens to a value that a file holds under a name. Values that are not known to be harmless are removed.
 *
 * @param name The name in the container: `©cmt`, `com.apple.quicktime.make`, `PROMPT`.
 * @param text The value, one character per byte; empty if it is not text.
 */
export function judge(name: string, text = ''): Verdict {
  const known = name
    .toLowerCase()
    .replace(/^com\.apple\.(quicktime\.|itunes:)|^com\.(?=android)|^wm\//, '')
    .trim()
  if (mark.test(known) || ffmpeg.test(text) || /^vid:[\w-]{1,200}$/.test(text)) return 'keep'
  if (hasMark(text)) {
    const spans = withoutMarks(text)
    return spans.length === 0 ? 'keep' : { kinds: ['note', ...kindsOfText(text)], spans }
  }
  const found = kindsOfText(text)
  if (harmless.test(known)) {
    if (found.length === 0 && text.length <= HARMLESS_MAX_LENGTH) return 'keep'
    return { kinds: found.length > 0 ? found : ['note'] }
  }
  const meaning = meanings.find(([pattern]) => pattern.test(known))?.[1] ?? 'note'
  return { kinds: [meaning, ...kindsOfGraph(text), ...found] }
}

/** Returns the kinds of private data in a graph of ComfyUI or Wan2GP. Its values have many names. */
function kindsOfGraph(text: string): PrivateKind[] {
  const words = text.slice(0, VALUE_READ_BYTES)
  const found: PrivateKind[] = []
  if (/\\?"(?:class_type|last_node_id|widgets_values|workflow)\\?"/.test(words)) found.push('workflow')
  if (/\\?"(?:prompt|negative_prompt|CLIPTextEncode)\\?"|Negative prompt:/.test(words)) found.push('prompt')
  return found
}
