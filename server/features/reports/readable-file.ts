import { finished } from 'node:stream/promises'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Storage } from '../../storage/storage.ts'
import { type MediaOptions, TooSlowError, UnreadableVideoError } from '../../media/engine/engine.ts'

/**
 * Whether a stored video is there and can be decoded. Only what is surely the file's own fault makes it unreadable:
 * neither a busy machine nor a disk that fails may take videos off the site.
 *
 * @returns `undefined` if it took too long to tell.
 * @throws {AppError} UNAVAILABLE if storage as a whole does not answer.
 * @throws What the disk says, if it cannot read what it has.
 */
export async function isReadableFile(
  { storage, inspectVideo, workFolder }: Pick<Deps, 'storage' | 'inspectVideo' | 'workFolder'>,
  objectId: string,
  options: MediaOptions = {},
): Promise<boolean | undefined> {
  await requireStorage(storage)
  const object = await storage.find(objectId)
  if (!object) return false
  try {
    await storage.withFile(objectId, (file) => inspectVideo(file, { workFolder, ...options }))
    return true
  } catch (error) {
    if (error instanceof TooSlowError) return undefined
    // Deleted while it was read, with its video.
    if (!(await storage.find(objectId))) return false
    if (!(error instanceof UnreadableVideoError)) throw error
    // A decoder cannot tell a damaged file from a disk that gives none of it, so every byte is asked for once more.
    await readWhole(storage, objectId, object.sizeBytes)
    return false
  }
}

async function requireStorage(storage: Storage): Promise<void> {
  await storage.check().catch((error: unknown) => {
    throw new AppError('UNAVAILABLE', 'The file cannot be checked right now. Please try again.', { cause: error })
  })
}

async function readWhole(storage: Storage, objectId: string, sizeBytes: number): Promise<void> {
  if (sizeBytes === 0) return
  await finished(storage.read(objectId, { start: 0, end: sizeBytes - 1 }).resume())
}
