/**
 * The only module that uses the library for content credentials (C2PA). The library is young and changes weekly, so its
 * version is pinned and all uses of it are here. For media children only: it takes about 100 MB of memory.
 */
import { fstatSync, readFileSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm'
import { type ManifestDraft, SIGNATURE_BLANK } from '../tasks.ts'
import type { Anchors } from './trust-lists.ts'

/**
 * Maximum size in bytes of files that are read whole. Above it, the library reads in pieces and handles short reads.
 * Below it, the library expects one read to return everything, and would report a short read as a changed file.
 */
const WHOLE_MAX_BYTES = 50 * 1024 ** 2
/** Maximum bytes per read of a large file. The library requests 256 MB. */
const PIECE_BYTES = 1024 ** 2

/** The file contains or refers to credentials that cannot be read. */
export class UnreadableCredentialsError extends Error {
  /** Whether the file contains only the URL of its credentials, not the credentials themselves. */
  readonly areElsewhere: boolean

  constructor(message: string) {
    super(message)
    this.areElsewhere = /RemoteManifest/.test(message)
  }
}

/**
 * Reads and validates the credentials of a file.
 *
 * @returns The library's report as JSON, or `undefined` if the file has none.
 * @throws {UnreadableCredentialsError}
 */
export async function readCredentials(filePath: string, anchors: Anchors[]): Promise<string | undefined> {
  await using file = await open(filePath)
  const isSmall = fstatSync(file.fd).size <= WHOLE_MAX_BYTES
  return await report(typeOf(file), isSmall ? readFileSync(file.fd) : asBlob(file), anchors)
}

/**
 * Returns the library's name of the file's format. MP4 and MOV share a name. AVI is the only other container that both
 * the library and this server support.
 */
function typeOf({ fd }: FileHandle): string {
  const head = Buffer.alloc(4)
  readSync(fd, head, 0, 4, 0)
  return head.toString('latin1') === 'RIFF' ? 'video/x-msvideo' : 'video/mp4'
}

/**
 * Reads a manifest store without its file. The results about the file's bytes are meaningless.
 *
 * @throws {UnreadableCredentialsError}
 */
export function readManifestStore(store: Uint8Array, anchors: Anchors[]): Promise<string | undefined> {
  return report('application/c2pa', store, anchors)
}

async function report(format: string, content: Uint8Array | Blob, anchors: Anchors[]): Promise<string | undefined> {
  prepare()
  const settings = settingsWith(anchors)
  try {
    using reader =
      content instanceof Uint8Array
        ? await WasmReader.fromBytes(format, content, settings)
        : await WasmReader.fromBlob(format, content, settings)
    return reader.json()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/JumbfNotFound/.test(message)) return undefined
    throw new UnreadableCredentialsError(message)
  }
}

export interface Ingredient {
  description?: string | undefined
  /** Path of the ingredient, whose credentials are included. Without a path, the ingredient is only named. */
  filePath?: string
  contentType: string
}

interface Manifest {
  generator: { name: string; version: string }
  /** Actions by their C2PA names, in order. The first one applies to the ingredient. */
  actions: string[]
  madeFrom: Ingredient
}

/**
 * Drafts a manifest for an MP4, which stays unchanged. The manifest is valid for these bytes only.
 *
 * @param filePath A file that the library can read into memory (`SIGNED_MAX_BYTES`).
 */
export async function draftManifest(
  filePath: string,
  { generator, actions: [first, ...others], madeFrom }: Manifest,
  { anchors, signatureBytes }: { anchors: Anchors[]; signatureBytes: number },
): Promise<ManifestDraft> {
  prepare()
  const actions = [
    { action: first, parameters: { ingredientIds: [INGREDIENT] } },
    ...others.map((action) => ({ action })),
  ]
  const definition = {
    claim_generator_info: [generator],
    assertions: [{ label: 'c2pa.actions.v2', created: true, data: { actions } }],
  }
  using builder = WasmBuilder.fromJson(JSON.stringify(definition), settingsWith(anchors))
  builder.setNoEmbed(true)
  await addIngredient(builder, madeFrom)
  let claim = Buffer.alloc(0)
  const signer = {
    alg: 'es256',
    reserveSize: signatureBytes,
    sign: async (bytes: Uint8Array) => {
      claim = Buffer.from(bytes)
      return new Uint8Array(signatureBytes).fill(SIGNATURE_BLANK)
    },
  }
  await using file = await open(filePath)
  const signed = await builder.signAndGetManifestBytes(signer, [], 'video/mp4', asBlob(file))
  return { manifest: Buffer.from((signed as { manifest: Uint8Array }).manifest), claim }
}

const INGREDIENT = 'original'

async function addIngredient(builder: WasmBuilder, { filePath, contentType, description }: Ingredient): Promise<void> {
  const named = { relationship: 'parentOf', label: INGREDIENT, ...(description && { description }) }
  if (!filePath) return builder.addIngredient(JSON.stringify({ ...named, format: contentType }))
  await using file = await open(filePath)
  await builder.addIngredientFromBlob(JSON.stringify(named), typeOf(file), asBlob(file))
}

function settingsWith(anchors: Anchors[]): string {
  return JSON.stringify({
    // URLs in a file are never fetched, because they may point into our own network. Drafts have no signature yet.
    verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_after_sign: false },
    core: { allowed_network_hosts: [] },
    trust: { anchors },
    builder: { thumbnail: { enabled: false } },
  })
}

// The file is read while the code is loaded. A missing file then counts as a failed start of the child.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')))
let isPrepared = false

function prepare(): void {
  if (isPrepared) return
  isPrepared = true
  Reflect.deleteProperty(globalThis, 'fetch')
  Object.assign(globalThis, { FileReaderSync: ReaderOfPieces })
  initSync({ module: wasm })
}

/** A range of a file with the methods of a `Blob` that the library uses. */
interface FileRange {
  size: number
  slice(from?: number, to?: number): FileRange
  /** Reads the beginning of the range. */
  piece(): ArrayBuffer
}

/** Returns the file as the library expects it from a browser. */
function asBlob({ fd }: FileHandle): Blob {
  const { size } = fstatSync(fd)
  return rangeOf(fd, 0, size, size <= WHOLE_MAX_BYTES ? size : PIECE_BYTES) as unknown as Blob
}

function rangeOf(fd: number, start: number, size: number, pieceBytes: number): FileRange {
  return {
    size,
    slice(from = 0, to = size) {
      const offset = Math.min(from, size)
      return rangeOf(fd, start + offset, Math.max(0, Math.min(to, size) - offset), pieceBytes)
    },
    piece() {
      const bytes = new Uint8Array(Math.min(size, pieceBytes))
      const length = readSync(fd, bytes, 0, bytes.length, start)
      return bytes.buffer.slice(0, length)
    },
  }
}

/** A `FileReaderSync` as the library expects it from a browser. */
class ReaderOfPieces {
  readAsArrayBuffer(range: FileRange): ArrayBuffer {
    return range.piece()
  }
}
