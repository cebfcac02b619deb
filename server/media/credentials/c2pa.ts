/**
 * The one file that knows the library that reads content credentials (C2PA). It is young and changes weekly: its version is
 * pinned, and everything that is asked of it stands here. For media children: it holds about 100 MB.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initSync, WasmReader } from '@contentauth/c2pa-wasm'
import type { Anchors } from './trust-lists.ts'

/**
 * Files up to this are read whole. Above it the library reads by the piece, and copes with reads that return less than was
 * asked for; below it believes that one read returns everything, and would call a file changed that is not.
 */
const WHOLE_MAX_BYTES = 50 * 1024 ** 2
/** Of one read of a large file: it asks for 256 MB. */
const PIECE_BYTES = 1024 ** 2

/** The file has credentials, or names them, and they cannot be read. */
export class UnreadableCredentialsError extends Error {
  /** Whether it names an address for them instead. */
  readonly areElsewhere: boolean

  constructor(message: string) {
    super(message)
    this.areElsewhere = /RemoteManifest/.test(message)
  }
}

/**
 * Reads and checks the credentials of a file.
 *
 * @returns The library's report, as JSON; `undefined` if the file has none.
 * @throws {UnreadableCredentialsError}
 */
export async function readCredentials(filePath: string, anchors: Anchors[]): Promise<string | undefined> {
  const file = openSync(filePath, 'r')
  try {
    const { size } = fstatSync(file)
    const contentType = isAvi(file) ? 'video/x-msvideo' : 'video/mp4'
    if (size <= WHOLE_MAX_BYTES) return await report(contentType, readFileSync(file), anchors)
    return await report(contentType, new FileOnDisk(file, 0, size), anchors)
  } finally {
    closeSync(file)
  }
}

/** Besides MP4 and MOV, which are read alike, the only container of ours that the library knows. */
function isAvi(file: number): boolean {
  const head = Buffer.alloc(4)
  readSync(file, head, 0, 4, 0)
  return head.toString('latin1') === 'RIFF'
}

/**
 * The same of a manifest store alone, without the file that it belongs to: what it says of the file's bytes is void.
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
  const settings = JSON.stringify({
    // Addresses in a file are never asked: they would be those of our own network.
    verify: { remote_manifest_fetch: false, ocsp_fetch: false },
    core: { allowed_network_hosts: [] },
    trust: { anchors },
  })
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

let isPrepared = false

function prepare(): void {
  if (isPrepared) return
  isPrepared = true
  Reflect.deleteProperty(globalThis, 'fetch')
  Object.assign(globalThis, { FileReaderSync: ReaderOfPieces })
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) })
}

/** What the library takes for a browser's `Blob`. */
class FileOnDisk {
  readonly #file: number
  readonly #start: number
  readonly size: number

  constructor(file: number, start: number, end: number) {
    this.#file = file
    this.#start = start
    this.size = Math.max(0, end - start)
  }

  slice(from = 0, to = this.size): FileOnDisk {
    return new FileOnDisk(this.#file, this.#start + Math.min(from, this.size), this.#start + Math.min(to, this.size))
  }

  piece(): ArrayBuffer {
    const bytes = new Uint8Array(Math.min(this.size, PIECE_BYTES))
    const length = readSync(this.#file, bytes, 0, bytes.length, this.#start)
    return bytes.buffer.slice(0, length)
  }
}

/** And for its `FileReaderSync`. */
class ReaderOfPieces {
  readAsArrayBuffer(part: FileOnDisk): ArrayBuffer {
    return part.piece()
  }
}
