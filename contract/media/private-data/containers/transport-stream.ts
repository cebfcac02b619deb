import { latin1 } from '../byte-reader.ts'
import { kindsOfText } from '../classify.ts'
import type { Collector } from '../collector.ts'

const SYNC = 0x47
const PACKET_BYTES = 188
const CHUNK_PACKETS = 5_000
/** An empty packet, which players skip. */
const NULL_PACKET = [SYNC, 0x1f, 0xff, 0x10]
const [PAT, SERVICES, EVENTS, CLOCK] = [0, 0x11, 0x12, 0x14]
/** Maximum size of a table of tracks, which may continue in later packets. */
const SECTION_MAX_BYTES = 1024
/** Stream types of private data, and of metadata in packets and sections. */
const metadataTypes = new Set([0x15, 0x16, 0x17, 0x18, 0x19])
const PRIVATE_DATA = 0x06
/** FFmpeg's default if the service has no name. */
const unnamed = 'FFmpeg\tService01'

/** A table as far as it has been read, and the counter of its last packet. */
interface Table {
  bytes: Uint8Array
  counter: number
}

/** Finds private data in an MPEG transport stream: names of services, clocks, data tracks. */
export async function findInTransportStream(found: Collector): Promise<void> {
  const { reader } = found
  const first = (await reader.bytes(0, 1))[0] === SYNC ? 0 : 4
  const stride = PACKET_BYTES + first
  const maps = new Map<number, Table>()
  const metadata = new Set<number>()
  for (let at = first; at + PACKET_BYTES <= reader.sizeBytes; at += CHUNK_PACKETS * stride) {
    const chunk = await reader.bytes(at, CHUNK_PACKETS * stride)
    for (let start = 0; start + PACKET_BYTES <= chunk.length; start += stride) {
      if (chunk[start] !== SYNC) continue
      const pid = ((chunk[start + 1]! & 31) << 8) | chunk[start + 2]!
      const packet = chunk.subarray(start, start + PACKET_BYTES)
      const map = maps.get(pid)
      if (pid === PAT) readPrograms(packet, maps)
      else if (map) maps.set(pid, readProgram(packet, map, metadata))
      const isNamed = pid === SERVICES && !latin1(packet).includes(unnamed)
      if (!isNamed && pid !== EVENTS && pid !== CLOCK && !metadata.has(pid)) continue
      const kind = metadata.has(pid) ? 'measurements' : pid === CLOCK ? 'date' : 'note'
      found.replace([kind, ...kindsOfText(latin1(packet))], at + start, PACKET_BYTES, NULL_PACKET)
    }
  }
}

/** Splits the content of a packet: the rest of a table from earlier packets, and the start of the next one. */
function partsOf(packet: Uint8Array): { end: Uint8Array; start: Uint8Array | undefined } {
  const content = packet.subarray(4 + (packet[3]! & 0x20 ? packet[4]! + 1 : 0))
  const hasStart = (packet[1]! & 0x40) !== 0 && content.length > 0
  if (!hasStart) return { end: content, start: undefined }
  const at = 1 + content[0]!
  return { end: content.subarray(1, at), start: content.subarray(at) }
}

function readPrograms(packet: Uint8Array, maps: Map<number, Table>): void {
  const section = partsOf(packet).start ?? new Uint8Array()
  const end = 3 + (((section[1] ?? 0) & 15) << 8) + (section[2] ?? 0) - 4
  for (let at = 8; at + 4 <= Math.min(end, section.length); at += 4) {
    const program = (section[at]! << 8) | section[at + 1]!
    const pid = ((section[at + 2]! & 31) << 8) | section[at + 3]!
    if (program !== 0 && !maps.has(pid)) maps.set(pid, { bytes: new Uint8Array(), counter: 0 })
  }
}

/** Reads the tracks of a program. After a lost or repeated packet, the table is read when it is sent again. */
function readProgram(packet: Uint8Array, { bytes, counter }: Table, metadata: Set<number>): Table {
  const { end, start } = partsOf(packet)
  const next = packet[3]! & 15
  const isNext = next === ((counter + 1) & 15)
  const continued = isNext ? new Uint8Array([...bytes, ...end]).subarray(0, SECTION_MAX_BYTES) : new Uint8Array()
  for (const section of [continued, start]) if (section?.[0] === 2) addMetadataTracks(section, metadata)
  return { bytes: start ?? continued, counter: next }
}

function addMetadataTracks(section: Uint8Array, metadata: Set<number>): void {
  const end = Math.min(section.length, 3 + ((section[1]! & 15) << 8) + section[2]! - 4)
  let at = 12 + ((section[10]! & 15) << 8) + section[11]!
  while (at + 5 <= end) {
    const pid = ((section[at + 1]! & 31) << 8) | section[at + 2]!
    const length = ((section[at + 3]! & 15) << 8) | section[at + 4]!
    const descriptors = latin1(section.subarray(at + 5, Math.min(end, at + 5 + length)))
    const isMetadata = section[at] === PRIVATE_DATA && /KLVA|GPMD|ID3 /.test(descriptors)
    if (metadataTypes.has(section[at]!) || isMetadata) metadata.add(pid)
    at += 5 + length
  }
}
