import { latin1 } from '../byte-reader.ts'
import { kindsOfText } from '../classify.ts'
import type { Collector } from '../collector.ts'

const SYNC = 0x47
const PACKET_BYTES = 188
const CHUNK_PACKETS = 5_000
/** An empty packet, which players skip. */
const NULL_PACKET = [SYNC, 0x1f, 0xff, 0x10]
const [PAT, SERVICES, EVENTS, CLOCK] = [0, 0x11, 0x12, 0x14]
/** Stream types of private data, and of metadata in packets and sections. */
const metadataTypes = new Set([0x15, 0x16, 0x17, 0x18, 0x19])
const PRIVATE_DATA = 0x06
/** FFmpeg's default if the service has no name. */
const unnamed = 'FFmpeg\tService01'

/** Finds private data in an MPEG transport stream: names of services, clocks, data tracks. */
export async function findInTransportStream(found: Collector): Promise<void> {
  const { reader } = found
  const first = (await reader.bytes(0, 1))[0] === SYNC ? 0 : 4
  const stride = PACKET_BYTES + first
  const maps = new Set<number>()
  const metadata = new Set<number>()
  for (let at = first; at + PACKET_BYTES <= reader.sizeBytes; at += CHUNK_PACKETS * stride) {
    const chunk = await reader.bytes(at, CHUNK_PACKETS * stride)
    for (let start = 0; start + PACKET_BYTES <= chunk.length; start += stride) {
      if (chunk[start] !== SYNC) continue
      const pid = ((chunk[start + 1]! & 31) << 8) | chunk[start + 2]!
      const packet = chunk.subarray(start, start + PACKET_BYTES)
      if (pid === PAT) readPrograms(packet, maps)
      else if (maps.has(pid)) readProgram(packet, metadata)
      const isNamed = pid === SERVICES && !latin1(packet).includes(unnamed)
      if (!isNamed && pid !== EVENTS && pid !== CLOCK && !metadata.has(pid)) continue
      const kind = metadata.has(pid) ? 'measurements' : pid === CLOCK ? 'date' : 'note'
      found.replace([kind, ...kindsOfText(latin1(packet))], at + start, PACKET_BYTES, NULL_PACKET)
    }
  }
}

/** Returns the section that begins in a packet, without the bytes before it. Empty if none begins there. */
function sectionOf(packet: Uint8Array): Uint8Array {
  const hasStart = (packet[1]! & 0x40) !== 0
  const adaptation = packet[3]! & 0x20 ? packet[4]! + 1 : 0
  const pointer = 4 + adaptation
  return hasStart && pointer < PACKET_BYTES
    ? packet.subarray(pointer + 1 + packet[pointer]!)
    : packet.subarray(PACKET_BYTES)
}

function readPrograms(packet: Uint8Array, maps: Set<number>): void {
  const section = sectionOf(packet)
  const end = 3 + (((section[1] ?? 0) & 15) << 8) + (section[2] ?? 0) - 4
  for (let at = 8; at + 4 <= Math.min(end, section.length); at += 4) {
    const program = (section[at]! << 8) | section[at + 1]!
    if (program !== 0) maps.add(((section[at + 2]! & 31) << 8) | section[at + 3]!)
  }
}

function readProgram(packet: Uint8Array, metadata: Set<number>): void {
  const section = sectionOf(packet)
  if (section[0] !== 2) return
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
