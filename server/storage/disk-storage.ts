import { randomUUID } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileRange } from './file-range.ts'
import { type BlankedPart, ObjectExistsError, ObjectTooLargeError, type Storage } from './storage.ts'

const WRITE_BUFFER_BYTES = 1024 * 1024

/**
 * Objects as files below `folder`, spread over 256 folders by the start of their key. A file is written beside them,
 * synced to disk and linked into place, so that a crash leaves either the whole object or a part that the next start
 * removes. What arrives by `append` stays across starts, until it is complete or removed.
 *
 * @param isShared Another process may be writing here just now: its parts stay.
 */
export async function openDiskStorage(
  folder: string,
  { isShared = false }: { isShared?: boolean } = {},
): Promise<Storage> {
  const incoming = join(folder, 'incoming')
  // Parts of writes that a crash cut off. Only one process at a time serves from a DATA_DIR.
  if (!isShared) await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })
  const resumable = join(folder, 'resumable')
  await mkdir(resumable, { recursive: true })

  const shardOf = (key: string) => join(folder, key.slice(0, 2))
  const pathOf = (key: string) => join(shardOf(key), key)
  const partOf = (key: string) => join(resumable, key)
  const newPart = (key: string) => join(incoming, `${key}.${randomUUID()}`)
  /** How much of a part is known to be on the disk. */
  const synced = new Map<string, number>()

  async function place(key: string, part: string): Promise<void> {
    const isNewShard = await mkdir(shardOf(key), { recursive: true })
    // Unlike a rename, a link never replaces an object that is already there.
    await link(part, pathOf(key))
    await rm(part)
    await syncFolder(shardOf(key))
    if (isNewShard) await syncFolder(folder)
  }

  return {
    async write(key, source, { maxBytes }) {
      const part = newPart(key)
      let sizeBytes = 0
      const counter = new Transform({
        highWaterMark: WRITE_BUFFER_BYTES,
        transform(chunk: Buffer, _encoding, done) {
          sizeBytes += chunk.length
          done(sizeBytes > maxBytes ? new ObjectTooLargeError() : null, chunk)
        },
      })
      try {
        await pipeline(source, counter, createWriteStream(part, { highWaterMark: WRITE_BUFFER_BYTES, flush: true }))
        await place(key, part)
      } catch (error) {
        await rm(part, { force: true })
        throw isExisting(error) ? new ObjectExistsError() : error
      }
      return { sizeBytes }
    },

    async append(key, source) {
      const part = await open(partOf(key), 'a')
      try {
        if ((await part.stat()).size === 0) await syncFolder(resumable)
        for await (const chunk of source) await part.appendFile(chunk)
      } finally {
        await part.sync()
        synced.set(key, (await part.stat()).size)
        await part.close()
      }
    },

    async arrivedBytes(key) {
      const file = await openExisting(partOf(key), pathOf(key))
      if (!file) return 0
      try {
        const { size } = await file.stat()
        // Before a crash these bytes may have been only in memory.
        if (synced.get(key) !== size) await file.sync()
        synced.set(key, size)
        return size
      } finally {
        await file.close()
      }
    },

    async complete(key) {
      synced.delete(key)
      try {
        await place(key, partOf(key))
      } catch (error) {
        if (isMissing(error)) return
        if (!isExisting(error)) throw error
        // A crash came between the link and the removal.
        await syncFolder(shardOf(key))
        await rm(partOf(key))
      }
    },

    async writeFile(key, filePath) {
      const part = newPart(key)
      try {
        await copyFile(filePath, part)
        // Enough to sync: what is copied may be a file that nobody may write.
        const file = await open(part, 'r')
        await file.sync()
        await file.close()
        await place(key, part)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return { sizeBytes: (await stat(pathOf(key))).size }
    },

    async blank(key, parts) {
      if (parts.length === 0) return
      const file = await open(pathOf(key), 'r+')
      try {
        for (const part of parts) await blankPart(file, part)
        await file.sync()
      } finally {
        await file.close()
      }
    },

    read: (key, range) => new FileRange(pathOf(key), range),

    withFile: (key, use) => use(pathOf(key)),

    async find(key) {
      try {
        const { size, mtime } = await stat(pathOf(key))
        return { sizeBytes: size, writtenAt: mtime }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(key) {
      synced.delete(key)
      await rm(partOf(key), { force: true })
      await rm(pathOf(key), { force: true })
    },

    async *list() {
      for (const shard of await readdir(folder, { withFileTypes: true })) {
        if (!isShard(shard)) continue
        yield* await readdir(join(folder, shard.name))
      }
    },

    async partSizes() {
      const sizes = new Map<string, number>()
      for (const parts of [incoming, resumable]) {
        for (const name of await readdir(parts)) {
          const part = await stat(join(parts, name)).catch(ignoreMissing)
          if (part) sizes.set(name.replace(/[.].*/, ''), part.size)
        }
      }
      return sizes
    },

    async check() {
      await stat(incoming)
    },
  }
}

async function blankPart(file: FileHandle, { offset, sizeBytes, start = '', fill = 0 }: BlankedPart): Promise<void> {
  const zeros = Buffer.alloc(Math.min(sizeBytes, WRITE_BUFFER_BYTES), fill)
  for (let done = 0; done < sizeBytes; done += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, sizeBytes - done), offset + done)
  }
  const beginning = Buffer.from(start, 'hex')
  if (beginning.length > 0) await file.write(beginning, 0, beginning.length, offset)
}

function isShard(entry: Dirent): boolean {
  return entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)
}

function isExisting(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST'
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** It has been completed or removed in this moment. */
function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** The first of these files that is there, to read. */
async function openExisting(...paths: string[]): Promise<FileHandle | undefined> {
  for (const path of paths) {
    try {
      return await open(path, 'r')
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return undefined
}

/** A new name is durable only when the folder that holds the name is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
