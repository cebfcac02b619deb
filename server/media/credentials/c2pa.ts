/**
 * The only module that uses the library for content credentials (C2PA). The library is young and changes weekly, so its
 * version is pinned and all uses of it are here. For media children only: it takes about 100 MB of memory.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
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
export function readCredentials(filePath: string, anchors: Anchors[]): Promise<string | undefined> {
  return withFile(filePath, (file) => {
    const isSmall = fstatSync(file).size <= WHOLE_MAX_BYTES
    return report(typeOf(file), isSmall ? readFileSync(file) : FileOnDisk.whole(file), anchors)
  })
}

async function withFile<T>(filePath: string, use: (file: number) => Promise<T>): Promise<T> {
  const file = openSync(filePath, 'r')
  try {
    return await use(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Returns the library's name of the file's format. MP4 and MOV share a name, and AVI is the only other container that
 * both the library and this server support.
 */
function typeOf(file: number): string {
  const head = Buffer.alloc(4)
  readSync(file, head, 0, 4, 0)
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

async function report(
  format: string,
  content: Uint8Array | FileOnDisk,
  anchors: Anchors[],
): Promise<string | undefined> {
  prepare()
  const settings = settingsWith(anchors)
  try {
    using reader =
      content instanceof FileOnDisk
        ? await WasmReader.fromBlob(format, content as unknown as Blob, settings)
        : await WasmReader.fromBytes(format, content, settings)
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

export interface Manifest {
  generator: { name: string; version: string }
  /** Actions by their C2PA names, in order. The first one applies to the ingredient. */
  actions: string[]
  madeFrom: Ingredient
}

/**
 * Drafts a manifest for an MP4, which stays unchanged. It is valid for these bytes only.
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
  const { manifest } = (await withFile(filePath, (file) =>
    builder.signAndGetManifestBytes(signer, [], 'video/mp4', FileOnDisk.whole(file) as unknown as Blob),
  )) as { manifest: Uint8Array }
  return { manifest: Buffer.from(manifest), claim }
}

const INGREDIENT = 'original'

async function addIngredient(builder: WasmBuilder, { filePath, contentType, description }: Ingredient): Promise<void> {
  const named = { relationship: 'parentOf', label: INGREDIENT, ...(description && { description }) }
  if (!filePath) return builder.addIngredient(JSON.stringify({ ...named, format: contentType }))
  await withFile(filePath, (file) =>
    builder.addIngredientFromBlob(JSON.stringify(named), typeOf(file), FileOnDisk.whole(file) as unknown as Blob),
  )
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

// The file is read while the code is loaded, so that a missing file counts as a failed start of the child.
const wasm = readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')))
let isPrepared = false

function prepare(): void {
  if (isPrepared) return
  isPrepared = true
  Reflect.deleteProperty(globalThis, 'fetch')
  Object.assign(globalThis, { FileReaderSync: ReaderOfPieces })
  initSync({ module: wasm })
}

/** A `Blob` as the library expects it from a browser. */
class FileOnDisk {
  readonly #file: number
  readonly #start: number
  readonly #pieceBytes: number
  readonly size: number

  private constructor(file: number, start: number, end: number, pieceBytes: number) {
    this.#file = file
    this.#start = start
    this.#pieceBytes = pieceBytes
    this.size = Math.max(0, end - start)
  }

  static whole(file: number): FileOnDisk {
    const { size } = fstatSync(file)
    return new FileOnDisk(file, 0, size, size <= WHOLE_MAX_BYTES ? size : PIECE_BYTES)
  }

  slice(from = 0, to = this.size): FileOnDisk {
    const [start, end] = [this.#start + Math.min(from, this.size), this.#start + Math.min(to, this.size)]
    return new FileOnDisk(this.#file, start, end, this.#pieceBytes)
  }

  piece(): ArrayBuffer {
    const bytes = new Uint8Array(Math.min(this.size, this.#pieceBytes))
    const length = readSync(this.#file, bytes, 0, bytes.length, this.#start)
    return bytes.buffer.slice(0, length)
  }
}

/** A `FileReaderSync` as the library expects it from a browser. */
class ReaderOfPieces {
  readAsArrayBuffer(part: FileOnDisk): ArrayBuffer {
    return part.piece()
  }
}
