import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'

/** Stores a download in a sparse file. @throws If less data arrives than was announced. */
export async function keepSparse(reply: Response, path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    let position = 0
    for await (const chunk of reply.body ?? []) {
      if (!isEmpty(chunk)) await file.write(chunk, 0, chunk.length, position)
      position += chunk.length
    }
    await file.truncate(position)
    if (position !== Number(reply.headers.get('content-length'))) throw new Error('Less arrived than was announced')
  } finally {
    await file.close()
  }
}

function isEmpty(chunk: Uint8Array): boolean {
  const { buffer, byteOffset, length } = chunk
  return Buffer.from(buffer, byteOffset, length).equals(Buffer.alloc(length))
}

/**
 * Returns the SHA-256 of each file of an archive, as yauzl reads it, keyed by the file's name.
 *
 * @throws {Error} If a checksum is wrong, or if unzip or Python report an error, on machines that have them.
 */
export async function readArchive(path: string): Promise<Map<string, string>> {
  const zip = await yauzl.openPromise(path)
  const hashes = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const hash = createHash('sha256')
    let checksum = 0
    const bytes: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const piece of bytes) {
      hash.update(piece)
      checksum = crc32(piece, checksum)
    }
    if (checksum !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} is wrong`)
    hashes.set(entry.fileName, hash.digest('hex'))
  }
  for (const [command, ...args] of [
    ['unzip', '-tq', path],
    ['python3', '-m', 'zipfile', '-t', path],
  ] as const) {
    const { error, status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
    console.log(error ? `${command} is not on this machine` : `${command}: ${stdout.trim().split('\n').at(-1)}`)
    if (!error && status !== 0) throw new Error(`${command} finds fault with it`)
  }
  return hashes
}
