import { judge } from '../classify.ts'
import type { Collector } from '../collector.ts'
import type { PrivateKind } from '../private-data.ts'
import { blankXmp } from '../xmp.ts'

const words = (list: string) => new Set(list.split(','))
/** Lists that consist of chunks and lists. */
const parents = words('AVI ,AVIX,hdrl,strl,odml')
/** Chunks that a player needs, and the content credentials. */
const known = words('avih,strh,strf,indx,vprp,dmlh,idx1,vedt,C2PA')
/**
 * Matches chunks of picture and sound, and their indexes. If the recording was interrupted, they are outside of `movi`.
 */
const isMedia = /^(\d\d(dc|db|wb|pc|tx|sb)|ix\d\d)$/
const PLACEHOLDER_BYTES = 16
const VALUE_MAX_BYTES = 65_536
const JUNK = [0x4a, 0x55, 0x4e, 0x4b]

/** Finds private data in an AVI. */
export function findInAvi(found: Collector): Promise<void> {
  return readChunks(found, 0, found.reader.sizeBytes, '')
}

async function readChunks(found: Collector, from: number, to: number, parent: string): Promise<void> {
  const { reader } = found
  for (let at = from; at + 8 <= to;) {
    const type = await reader.text(at, 4)
    const size = (await reader.view(at + 4, 4)).getUint32(0, true)
    const body = at + 8
    const end = Math.min(to, body + size)
    if (type === 'RIFF' || type === 'LIST') await readList(found, at, end)
    else await readChunk(found, { type, body, end, at }, parent)
    // Chunks begin at even offsets.
    at = end + (size & 1)
  }
}

async function readList(found: Collector, at: number, end: number): Promise<void> {
  const type = await found.reader.text(at + 8, 4)
  if (parents.has(type) || type === 'INFO') return readChunks(found, at + 12, end, type)
  if (type !== 'movi' && type !== 'rec ') await junk(found, at, end, ['device', 'date'])
}

interface Chunk {
  type: string
  at: number
  body: number
  end: number
}

async function readChunk(found: Collector, { type, at, body, end }: Chunk, parent: string): Promise<void> {
  if (type === 'C2PA') found.noteCredentials(end - body)
  if (known.has(type) || isMedia.test(type)) return
  if (type === '_PMX' && (await blankXmp(found, body, end - body))) return
  if (type === 'JUNK' || type === 'JUNQ') {
    // FFmpeg reserves space for an index, and writes the beginning of that index's header into it.
    if (!(await found.reader.isBlank(body + PLACEHOLDER_BYTES, end - body - PLACEHOLDER_BYTES))) {
      await found.blank(['note'], body, end - body)
    }
    return
  }
  const isNamed = parent === 'INFO' || type === 'strn'
  const text = await found.reader.text(body, Math.min(VALUE_MAX_BYTES, end - body))
  const verdict = judge(isNamed || type === 'IDIT' ? type : 'xmp', text)
  if (verdict !== 'keep') await junk(found, at, end, verdict.kinds)
}

/** Turns a chunk or list into a chunk that players skip. */
async function junk(found: Collector, at: number, end: number, kinds: PrivateKind[]): Promise<void> {
  found.replace(kinds, at, 4, JUNK)
  await found.blank(kinds, at + 8, end - at - 8)
}
