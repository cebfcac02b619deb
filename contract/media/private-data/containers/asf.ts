import { hex, latin1 } from '../byte-reader.ts'
import { judge, VALUE_READ_BYTES } from '../classify.ts'
import type { Collector } from '../collector.ts'
import type { PrivateKind } from '../private-data.ts'

/** GUIDs in their byte order in a file. */
const guids = {
  header: '3026b2758e66cf11a6d900aa0062ce6c',
  extension: 'b503bf5f2ea9cf118ee300c00c205365',
  padding: '74d40618dfca0945a4ba9aabcb96aae8',
  fileProperties: 'a1dcab8c47a9cf118ee400c00c205365',
  description: '3326b2758e66cf11a6d900aa0062ce6c',
  branding: 'fab3112223bdd211b4b700a0c955fc6e',
  markers: '01cd87f451a9cf118ee600c00c205365',
  scripts: '301afb1e620bd011a39b00a0c90348f6',
  extendedDescription: '40a4d0d207e3d21197f000a0c95ea850',
  metadata: 'eacbf8c5af5b77488467aa8c44fa4cca',
  library: '941c23449894d149a1411d134e457054',
} as const

/** Objects that are removed as a whole. */
const removed = new Map<string, PrivateKind[]>([
  [guids.description, ['person', 'note']],
  [guids.branding, ['attachment']],
  [guids.markers, ['note']],
  [guids.scripts, ['note']],
])
const PADDING = guids.padding.match(/../g)!.map((byte) => Number.parseInt(byte, 16))
const YEAR_1970 = 116_444_736_000_000_000n
const OBJECT_HEADER_BYTES = 24
const DEPTH_MAX = 3

/** Finds private data in the header objects of an ASF (WMV). */
export function findInAsf(found: Collector): Promise<void> {
  return readObjects(found, 0, found.reader.sizeBytes, 0)
}

async function readObjects(found: Collector, from: number, to: number, depth: number): Promise<void> {
  const { reader } = found
  for (let at = from; at + OBJECT_HEADER_BYTES <= to;) {
    const guid = hex(await reader.bytes(at, 16))
    const size = Number((await reader.view(at + 16, 8)).getBigUint64(0, true))
    if (size < OBJECT_HEADER_BYTES) return
    const body = at + OBJECT_HEADER_BYTES
    const end = Math.min(to, at + size)
    const kinds = removed.get(guid)
    if (kinds) {
      found.replace(kinds, at, 16, PADDING)
      await found.blank(kinds, body, end - body)
    } else if (guid === guids.padding) await found.blank(['note'], body, end - body)
    // The creation date follows the file's id and size.
    else if (guid === guids.fileProperties) await readDate(found, body + 24)
    else if (guid === guids.header && depth < DEPTH_MAX) await readObjects(found, body + 6, end, depth + 1)
    else if (guid === guids.extension && depth < DEPTH_MAX) await readObjects(found, body + 22, end, depth + 1)
    else if (guid === guids.extendedDescription) await readDescriptors(found, body, end)
    else if (guid === guids.metadata || guid === guids.library) await readRecords(found, body, end)
    at = end
  }
}

/**
 * Removes a date, in tenths of microseconds since 1601. Keeps the year 1970, which FFmpeg writes if there is no date.
 */
async function readDate(found: Collector, at: number): Promise<void> {
  const view = await found.reader.view(at, 8)
  if (view.byteLength === 8 && view.getBigUint64(0, true) !== YEAR_1970) await found.blank(['date'], at, 8)
}

/** Reads entries of five fields: name length, name, type, value length and value. */
async function readDescriptors(found: Collector, body: number, end: number): Promise<void> {
  let at = body + 2
  while (at + 6 <= end) {
    const nameBytes = (await found.reader.view(at, 2)).getUint16(0, true)
    const value = at + 2 + nameBytes
    const head = await found.reader.view(value, 4)
    if (head.byteLength < 4) return
    const length = head.getUint16(2, true)
    await readValue(found, { name: at + 2, nameBytes, value: value + 4, length: Math.min(length, end - value - 4) })
    at = value + 4 + length
  }
}

/** Reads entries of seven fields: language, stream, name length, type, value length, name and value. */
async function readRecords(found: Collector, body: number, end: number): Promise<void> {
  let at = body + 2
  while (at + 12 <= end) {
    const head = await found.reader.view(at, 12)
    if (head.byteLength < 12) return
    const [nameBytes, length] = [head.getUint16(4, true), head.getUint32(8, true)]
    const value = at + 12 + nameBytes
    await readValue(found, { name: at + 12, nameBytes, value, length: Math.min(length, end - value) })
    at = value + length
  }
}

interface Place {
  name: number
  nameBytes: number
  value: number
  length: number
}

/** Reads a value. Strings are UTF-16, so zeros are removed before they are searched. */
async function readValue(found: Collector, { name, nameBytes, value, length }: Place): Promise<void> {
  const plain = async (at: number, bytes: number) => latin1(await found.reader.bytes(at, bytes)).replaceAll('\0', '')
  const verdict = judge(await plain(name, nameBytes), await plain(value, Math.min(VALUE_READ_BYTES, length)))
  if (verdict !== 'keep') await found.blank(verdict.kinds, value, length)
}
