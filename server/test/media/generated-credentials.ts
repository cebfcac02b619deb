import { box, C2PA_UUID, uint32 } from './generated-metadata.ts'

/** For tests: unsigned content credentials in the layout of C2PA's own library. */

/** The source type of media that AI has generated. */
export const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

export interface ManifestKind {
  generator?: string
  actions: Record<string, unknown>[]
}

/** Builds the `uuid` box of a manifest store. The newest manifest is the last one. */
export function credentialsBox(...manifests: ManifestKind[]): Buffer {
  const store = superbox('c2pa', ...manifests.map(manifest))
  return box('uuid', C2PA_UUID, uint32(0), 'manifest\0', Buffer.alloc(8), store)
}

function manifest({ generator, actions }: ManifestKind, index: number): Buffer {
  const claim = { instanceID: 'xmp:iid:1', ...(generator && { claim_generator_info: { name: generator } }) }
  return superbox(
    `urn:c2pa:${index}`,
    superbox('c2pa.assertions', superbox('c2pa.actions.v2', box('cbor', cbor({ actions })))),
    superbox('c2pa.claim.v2', box('cbor', cbor(claim))),
    superbox('c2pa.signature', box('cbor', cbor([Buffer.alloc(40, 7), {}, null]))),
  )
}

function superbox(label: string, ...contents: Buffer[]): Buffer {
  return box('jumb', box('jumd', Buffer.alloc(16), Buffer.from([3]), `${label}\0`), ...contents)
}

export function cbor(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = Object.entries(value as object)
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  if (count < 256) return Buffer.from([(type << 5) | 24, count])
  const bytes = Buffer.alloc(5, (type << 5) | 26)
  bytes.writeUInt32BE(count, 1)
  return bytes
}
