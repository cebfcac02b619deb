import { type Box, boxesIn } from './boxes.ts'
import type { ByteReader } from '../byte-reader.ts'

/** A contiguous range of a track's bytes. */
export interface Run {
  offset: number
  sizeBytes: number
}

/** Optional fields of a track in a fragment (`tfhd`), in order: flag and size in bytes. */
const [baseOffset, description, duration, sampleSize] = [
  [0x1, 8],
  [0x2, 4],
  [0x8, 4],
  [0x10, 4],
] as const
/** Flags of the optional fields of each sample (`trun`). Each field has four bytes. */
const SAMPLE_FIELDS = [0x100, 0x200, 0x400, 0x800]
const SAMPLE_SIZE = 0x200
const [DATA_OFFSET, FIRST_FLAGS] = [0x1, 0x4]

interface FragmentTrack {
  base: number
  sampleBytes: number
}

/**
 * Yields the samples of one track in a fragment.
 *
 * @param sampleBytes Default size of a sample, for a fragment that does not give sizes.
 */
export async function* fragmentSamples(
  reader: ByteReader,
  moof: Box,
  trackId: number,
  sampleBytes: number,
): AsyncGenerator<Run> {
  for await (const traf of boxesIn(reader, moof.body, moof.end)) {
    let track: FragmentTrack | undefined
    if (traf.type !== 'traf') continue
    let next: number | undefined
    for await (const box of boxesIn(reader, traf.body, traf.end)) {
      if (box.type === 'tfhd') track = await readTrack(reader, box, trackId, { base: moof.start, sampleBytes })
      if (box.type !== 'trun' || !track) continue
      for await (const run of runSamples(reader, box, track, next)) {
        yield run
        next = run.offset + run.sizeBytes
      }
    }
  }
}

/** Reads a track's header in a fragment. @returns `undefined` for another track. */
async function readTrack(
  reader: ByteReader,
  { body, end }: Box,
  trackId: number,
  usual: FragmentTrack,
): Promise<FragmentTrack | undefined> {
  const view = await reader.view(body, Math.min(end - body, 32))
  if (view.byteLength < 8 || view.getUint32(4) !== trackId) return undefined
  const flags = view.getUint32(0)
  const track = { ...usual }
  let at = 8
  for (const field of [baseOffset, description, duration, sampleSize]) {
    const [flag, length] = field
    if ((flags & flag) === 0 || at + length > view.byteLength) continue
    if (field === baseOffset) track.base = Number(view.getBigUint64(at))
    if (field === sampleSize) track.sampleBytes = view.getUint32(at)
    at += length
  }
  return track
}

async function* runSamples(
  reader: ByteReader,
  { body, end }: Box,
  { base, sampleBytes }: FragmentTrack,
  next = base,
): AsyncGenerator<Run> {
  const head = await reader.view(body, 12)
  if (head.byteLength < 8) return
  const [flags, count] = [head.getUint32(0), head.getUint32(4)]
  const hasOffset = (flags & DATA_OFFSET) !== 0 && head.byteLength === 12
  let offset = hasOffset ? base + head.getInt32(8) : next
  let at = body + 8 + (hasOffset ? 4 : 0) + (flags & FIRST_FLAGS ? 4 : 0)
  const fieldsBytes = SAMPLE_FIELDS.filter((flag) => flags & flag).length * 4
  const sizeAt = flags & 0x100 ? 4 : 0
  for (let sample = 0; sample < count && offset < reader.sizeBytes; sample++, at += fieldsBytes) {
    if (at + fieldsBytes > end) return
    const sizeBytes = flags & SAMPLE_SIZE ? (await reader.view(at + sizeAt, 4)).getUint32(0) : sampleBytes
    if (sizeBytes > 0) yield { offset, sizeBytes }
    offset += sizeBytes
    // Samples without a size and fields contain nothing to find, even if many are declared.
    if (sizeBytes === 0 && fieldsBytes === 0) return
  }
}
