import { type Box, lengthOf } from './boxes.ts'
import type { ByteReader } from '../byte-reader.ts'
import type { Collector } from '../collector.ts'
import { fragmentSamples, type Run } from './mp4-fragments.ts'
import { TextTrack } from './text-track.ts'

export interface Track {
  id: number
  /** The kind of the track: `vide`, `soun`, `text` … */
  handler: string
  /** Whether the track has the header of a picture or sound track. */
  isMedia: boolean
  /** The boxes of its sample table. */
  boxes: Map<string, Box>
}

/** Metadata that locates the samples of fragments. */
export interface Fragments {
  moofs: Box[]
  /** Default size of a sample, by track number, for fragments that do not give sizes. */
  sampleBytes: Map<number, number>
}

const media = new Set(['vide', 'soun', 'auxv', 'pict', 'tmcd', 'hint', 'clcp', 'subp', 'odsm', 'sdsm'])
const text = new Set(['text', 'sbtl', 'subt'])
const TABLE_CHUNK_ENTRIES = 65_536

/** Removes the samples of tracks with measurements, and the cues of text tracks that contain places. */
export async function blankTracks(found: Collector, tracks: Track[], fragments: Fragments): Promise<void> {
  for (const track of tracks) {
    const { handler } = track
    if (track.isMedia || media.has(handler)) continue
    const isText = text.has(handler)
    const cues = new TextTrack(found)
    for await (const run of samplesOf(found.reader, track, fragments, isText)) {
      if (isText) await cues.add(run)
      else await found.blank(['measurements'], run.offset, run.sizeBytes)
    }
    await cues.blank()
  }
}

async function* samplesOf(
  reader: ByteReader,
  track: Track,
  fragments: Fragments,
  oneByOne: boolean,
): AsyncGenerator<Run> {
  const { boxes, id } = track
  const sizes = sizesOf(reader, boxes.get('stsz') ?? boxes.get('stz2'))
  const perChunk = samplesPerChunk(reader, boxes.get('stsc'))
  for await (const chunk of chunksOf(reader, track)) {
    let { value: count = 0 } = await perChunk.next()
    let offset = chunk
    for (; count > 0; count--) {
      const { value: sizeBytes, done } = await sizes.next()
      if (done) return
      if (oneByOne) yield { offset, sizeBytes }
      offset += sizeBytes
    }
    if (!oneByOne && offset > chunk) yield { offset: chunk, sizeBytes: offset - chunk }
  }
  for (const moof of fragments.moofs) yield* fragmentSamples(reader, moof, id, fragments.sampleBytes.get(id) ?? 0)
}

/** Yields the size of each sample. */
async function* sizesOf(reader: ByteReader, box: Box | undefined): AsyncGenerator<number, undefined> {
  if (!box) return undefined
  const head = await reader.view(box.body + 4, 8)
  if (head.byteLength < 8) return undefined
  const all = box.type === 'stsz' ? head.getUint32(0) : 0
  const bits = box.type === 'stsz' ? 32 : head.getUint32(0) & 255
  const count = Math.min(head.getUint32(4), all ? Infinity : ((lengthOf(box) - 12) * 8) / bits)
  for (let at = 0; at < count; at++) {
    if (all) yield all
    else if (bits === 4)
      yield (((await reader.bytes(box.body + 12 + (at >> 1), 1))[0] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15
    else yield await number(reader, box.body + 12 + (at * bits) / 8, bits)
  }
}

async function number(reader: ByteReader, at: number, bits: number): Promise<number> {
  const view = await reader.view(at, bits / 8)
  if (view.byteLength < bits / 8) return 0
  return bits === 8 ? view.getUint8(0) : bits === 16 ? view.getUint16(0) : view.getUint32(0)
}

/**
 * Yields the number of samples of each chunk. The box stores runs of chunks that have the same number of samples. The
 * last run has no end.
 */
async function* samplesPerChunk(reader: ByteReader, box: Box | undefined): AsyncGenerator<number, undefined> {
  if (!box) return undefined
  const entries = Math.floor((lengthOf(box) - 8) / 12)
  let chunk = 1
  for (let at = 0; at < entries; at++) {
    const entry = await reader.view(box.body + 8 + at * 12, 16)
    const next = at + 1 < entries && entry.byteLength === 16 ? entry.getUint32(12) : Infinity
    for (; chunk < next; chunk++) yield entry.getUint32(4)
  }
}

async function* chunksOf(reader: ByteReader, { boxes }: Track): AsyncGenerator<number> {
  const box = boxes.get('stco') ?? boxes.get('co64')
  if (!box) return
  const entryBytes = box.type === 'co64' ? 8 : 4
  const end = box.body + 8 + Math.floor((lengthOf(box) - 8) / entryBytes) * entryBytes
  for (let at = box.body + 8; at < end; at += TABLE_CHUNK_ENTRIES * entryBytes) {
    const view = await reader.view(at, Math.min(end - at, TABLE_CHUNK_ENTRIES * entryBytes))
    for (let entry = 0; entry + entryBytes <= view.byteLength; entry += entryBytes) {
      yield entryBytes === 8 ? Number(view.getBigUint64(entry)) : view.getUint32(entry)
    }
  }
}

/** Returns the boxes, out of `boxes`, that hold samples of picture, sound or text. */
export async function listBoxesInUse(reader: ByteReader, tracks: Track[], boxes: Box[]): Promise<Set<Box>> {
  const inUse = new Set<Box>()
  if (boxes.length === 0) return inUse
  for (const track of tracks) {
    if (!track.isMedia && !media.has(track.handler) && !text.has(track.handler)) continue
    for await (const chunk of chunksOf(reader, track)) {
      for (const box of boxes) if (chunk >= box.start && chunk < box.end) inUse.add(box)
    }
  }
  return inUse
}
