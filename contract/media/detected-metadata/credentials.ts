import { decodeCbor } from './cbor.ts'

/** Tool and model according to content credentials that have not been checked. */
export interface NamedByCredentials {
  tool?: string
  model?: string
}

/** Size of the fields that come first in the box's content: its type, version and flags. */
const HEAD_BYTES = 20
const MANIFEST = 'manifest\0'
/** Size of a field that holds the offset of another box. The field is not read. */
const OFFSET_BYTES = 8
const latin1 = new TextDecoder('latin1')

/** A superbox of JUMBF (ISO 19566-5): its label and the boxes in it. */
interface Superbox {
  label: string
  contents: { type: string; body: Uint8Array }[]
}

/**
 * Reads the statements of content credentials (C2PA) about how a film was made. Does not check signatures or hashes.
 *
 * @param box The content of the `uuid` box that holds them.
 * @returns An empty object if they name no tool or cannot be read.
 */
export function readCredentials(box: Uint8Array): NamedByCredentials {
  if (latin1.decode(box.subarray(HEAD_BYTES, HEAD_BYTES + MANIFEST.length)) !== MANIFEST) return {}
  try {
    return nameIn(box.subarray(HEAD_BYTES + MANIFEST.length + OFFSET_BYTES))
  } catch {
    return {}
  }
}

type Named = Record<string, unknown>

function nameIn(store: Uint8Array): NamedByCredentials {
  // The last manifest is the newest. The manifests before it describe its sources.
  const manifests = superboxesIn(boxesOf(store)).flatMap(({ contents }) => superboxesIn(contents))
  const claims = manifests.toReversed().map(({ contents }) => readManifest(contents))
  const actions = claims.flatMap((claim) => claim.actions)
  const made = actions.filter(({ action, tool }) => action === 'c2pa.created' && tool)
  const [best] = [...made.filter(({ isTrained }) => isTrained), ...made]
  const tool = best?.tool ?? claims[0]?.generator
  return { ...(tool && { tool }), ...(best?.model && { model: best.model }) }
}

function readManifest(contents: Superbox['contents']) {
  let generator: string | undefined
  const actions: { action: unknown; tool: string | undefined; model: string | undefined; isTrained: boolean }[] = []
  for (const { label, contents: inner } of superboxesIn(contents)) {
    if (label.startsWith('c2pa.claim')) generator = generatorOf(cborOf(inner))
    if (label !== 'c2pa.assertions') continue
    for (const assertion of superboxesIn(inner)) {
      if (!assertion.label.startsWith('c2pa.actions')) continue
      const { actions: list, softwareAgents } = cborOf(assertion.contents)
      for (const each of arrayOf(list)) {
        const { action, softwareAgent, softwareAgentIndex, digitalSourceType, parameters } = each
        const agent = softwareAgent ?? arrayOf(softwareAgents)[Number(softwareAgentIndex)]
        const { model_name: model } = objectOf(parameters)
        actions.push({
          action,
          tool: nameOf(agent),
          model: typeof model === 'string' ? model : undefined,
          isTrained: /trainedAlgorithmicMedia$/i.test(String(digitalSourceType)),
        })
      }
    }
  }
  return { generator, actions }
}

/**
 * Returns the name of the generator. Manifests of the standard's first version store a list of generators, and those of
 * the second version a single object. Others have only a user-agent string.
 */
function generatorOf({ claim_generator_info: info, claim_generator: text }: Named): string | undefined {
  const named = nameOf(Array.isArray(info) ? info[0] : info)
  return named ?? (typeof text === 'string' ? text.split(/[ /]/)[0]?.replaceAll('_', ' ') : undefined)
}

function nameOf(agent: unknown): string | undefined {
  const name = typeof agent === 'string' ? agent : objectOf(agent).name
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined
}

function cborOf(contents: Superbox['contents']): Named {
  const cbor = contents.find(({ type }) => type === 'cbor')
  return cbor ? objectOf(decodeCbor(cbor.body)) : {}
}

function objectOf(value: unknown): Named {
  return typeof value === 'object' && value !== null ? (value as Named) : {}
}

function arrayOf(value: unknown): Named[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

function superboxesIn(contents: Superbox['contents']): Superbox[] {
  return contents.filter(({ type }) => type === 'jumb').map(({ body }) => superboxOf(boxesOf(body)))
}

/** Parses a superbox. Its description comes first: a 16-byte type, one byte of flags, then the label. */
function superboxOf([description, ...contents]: Superbox['contents']): Superbox {
  const label = latin1.decode(description?.body.subarray(17)).split('\0')[0] ?? ''
  return { label, contents }
}

function boxesOf(bytes: Uint8Array): Superbox['contents'] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: Superbox['contents'] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.getUint32(at) || bytes.length - at
    if (size < 8) break
    boxes.push({ type: latin1.decode(bytes.subarray(at + 4, at + 8)), body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}
