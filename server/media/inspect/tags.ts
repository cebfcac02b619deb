import type { Input } from 'mediabunny'
import { boxesIn, type Box, XMP_UUID } from '../../../contract/media/private-data/containers/boxes.ts'
import { ByteReader } from '../../../contract/media/private-data/byte-reader.ts'
import type { ProvenanceClaim } from '../../../contract/videos/provenance.ts'
import { isSettings, parseTag, textTags } from '../../../contract/media/detected-metadata/tags.ts'
import { claimOfType } from '../credentials/source-types.ts'
import { inFile } from '../in-file.ts'
import { plainText } from '../plain-text.ts'
import type { TagFacts } from '../results.ts'

const VALUE_MAX_LENGTH = 500
const NAME_MAX_LENGTH = 100
const XMP_MAX_BYTES = 1024 ** 2
/** Maximum number of source types that are read from a file. Real files state one or two. */
const SOURCE_TYPES_MAX = 10

/**
 * Fields that are meant to say how a file was made, and the meaning of each. Other fields, such as encoder names, prove
 * nothing.
 */
const readers: Record<string, (text: string) => Omit<TagFacts, 'field'> | undefined> = {
  aigc: readChineseLabel,
  aigc_info: readTikTokLabel,
  prompt: readComfyGraph,
  workflow: readComfyGraph,
  // Fields for free text. Their content decides whether they count.
  '©cmt': readSettings,
  comment: readSettings,
  description: readSettings,
}

/**
 * Returns the statements of a file's own fields on how it was made.
 *
 * @returns Each field once. Nothing for an unreadable file.
 */
export async function readTags(input: Input): Promise<TagFacts[]> {
  const found = new Map<string, TagFacts>()
  for (const [key, text] of await textsIn(input)) {
    const field = key.split(':').at(-1) ?? key
    const name = field.toLowerCase()
    const said = Object.hasOwn(readers, name) ? readers[name]?.(text) : undefined
    if (said) found.set(name, { field, ...said })
  }
  // The same program wrote both fields, so one of them is enough.
  if (found.has('prompt')) found.delete('workflow')
  return [...found.values()]
}

/** Returns the text fields of a file's metadata with their names. Returns none for an unreadable file. */
export async function textsIn(input: Input): Promise<[name: string, text: string][]> {
  const { raw = {} } = await input.getMetadataTags().catch(() => ({ raw: {} }))
  return textTags(raw)
}

/** Reads a label of GB 45438. The file is AI-generated (1), may be (2), or is suspected to be (3). */
function readChineseLabel(text: string) {
  const label = parse(text)
  const says: ProvenanceClaim = String(label?.Label) === '1' ? 'generated' : 'mixed'
  return { says, tool: nameOf(label?.ContentProducer), value: plainText(text, VALUE_MAX_LENGTH) }
}

function readTikTokLabel(text: string) {
  const label = parse(text)
  return Number(label?.aigc_label_type) > 0
    ? { says: 'mixed' as const, tool: null, value: plainText(text, VALUE_MAX_LENGTH) }
    : undefined
}

/**
 * Describes a ComfyUI graph. The graph itself holds paths and keys and is removed from the file. A graph without a
 * sampler has generated nothing.
 */
function readComfyGraph(text: string) {
  const graph = parse(text)
  if (!graph) return undefined
  const nodes = Object.values(Array.isArray(graph.nodes) ? graph.nodes : graph) as {
    class_type?: unknown
    type?: unknown
  }[]
  const kinds = nodes.map((node) => node?.class_type ?? node?.type).filter((kind) => typeof kind === 'string')
  if (kinds.length === 0) return undefined
  return {
    says: kinds.some((kind) => /sampler/i.test(kind)) ? ('generated' as const) : null,
    tool: 'ComfyUI',
    value: null,
  }
}

/**
 * Describes the settings of Wan2GP, which hold prompts and file names, or the mark of Dreamina. Dreamina marks the
 * exports that it has generated.
 */
function readSettings(text: string) {
  const settings = parse(text)
  if (!settings) return undefined
  if (isSettings(settings)) return { says: 'generated' as const, tool: 'Wan2GP', value: null }
  const isDreamina = settings.product === 'dreamina' && settings.exportType === 'generation'
  return isDreamina ? { says: 'generated' as const, tool: 'Dreamina', value: null } : undefined
}

function parse(text: string) {
  return parseTag(text) as Record<string, unknown> | undefined
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' ? plainText(value, NAME_MAX_LENGTH) || null : null
}

interface XmpFacts {
  tags: TagFacts[]
  /** Whether the file contains a URL of its credentials. */
  namesCredentials: boolean
}

/** Returns what the XMP of an MP4 or MOV says about how the file was made. */
export async function readXmp(filePath: string, contentType: string): Promise<XmpFacts> {
  if (contentType !== 'video/mp4' && contentType !== 'video/quicktime') return { tags: [], namesCredentials: false }
  const packets = await inFile(filePath, async (source) => xmpIn(new ByteReader(source)))
  const types = new Set(packets.flatMap(sourceTypesIn))
  return {
    tags: [...types].slice(0, SOURCE_TYPES_MAX).map((type) => ({
      field: 'DigitalSourceType',
      says: claimOfType(type),
      tool: null,
      value: plainText(type, VALUE_MAX_LENGTH),
    })),
    namesCredentials: packets.some((packet) => /dcterms:provenance(?:\s*=\s*["']|>)\s*https?:/.test(packet)),
  }
}

function sourceTypesIn(packet: string): string[] {
  const values = packet.matchAll(
    /DigitalSourceType(?:\s*=\s*"([^"<]{1,500})"|\s*=\s*'([^'<]{1,500})'|>([^<]{1,500})<|\s+rdf:resource="([^"<]{1,500})")/g,
  )
  return [...values].map(([, ...forms]) => forms.find(Boolean)!.trim())
}

/** Finds XMP at the outermost level, directly in the movie box (`moov`), and in user data (`udta`). */
async function xmpIn(reader: ByteReader): Promise<string[]> {
  const packets: string[] = []
  const take = async ({ end }: Box, from: number) => {
    if (end - from <= XMP_MAX_BYTES) packets.push(await reader.text(from, end - from))
  }
  const look = async (from: number, to: number, depth: number) => {
    for await (const box of boxesIn(reader, from, to)) {
      if (box.type === 'XMP_') await take(box, box.body)
      else if (box.type === 'uuid') {
        const id = Buffer.from(await reader.bytes(box.body, 16)).toString('hex')
        if (id === XMP_UUID) await take(box, box.body + 16)
      } else if (depth < 2 && (box.type === 'moov' || box.type === 'udta')) await look(box.body, box.end, depth + 1)
    }
  }
  await look(0, reader.sizeBytes, 0)
  return packets
}
