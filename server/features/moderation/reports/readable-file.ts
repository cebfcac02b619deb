import { createReadStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Storage } from '../../../storage/storage.ts'
import { type MediaOptions, TooSlowError, UnreadableVideoError } from '../../../media/engine/engine.ts'

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
  if (!(await storage.find(objectId))) return false
  const inspect = async (file: string) => void (await inspectVideo(file, { workFolder, ...options }))
  try {
    if (!(await hasReadableEnds(storage, objectId, inspect))) {
      await storage.withFile(objectId, (file) => inspect(file).catch((error: unknown) => doubt(error, file)))
    }
    return true
  } catch (error) {
    if (error instanceof TooSlowError) return undefined
    // Deleted while it was read, with its video.
    if (isDamage(error) || !(await storage.find(objectId))) return false
    throw error
  }
}

async function requireStorage(storage: Storage): Promise<void> {
  await storage.check().catch((error: unknown) => {
    throw new AppError('UNAVAILABLE', 'The file cannot be checked right now. Please try again.', { cause: error })
  })
}

/** Without fetching all of it. Of some files, ends are not enough to tell. */
async function hasReadableEnds(
  storage: Storage,
  objectId: string,
  inspect: (file: string) => Promise<void>,
): Promise<boolean> {
  if (!storage.withEnds) return false
  try {
    await storage.withEnds(objectId, inspect)
    return true
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

/** A decoder cannot tell a damaged file from a disk that gives none of it, so every byte is asked for once more. */
async function doubt(error: unknown, file: string): Promise<never> {
  if (isDamage(error)) await finished(createReadStream(file).resume())
  throw error
}

const isDamage = (error: unknown): boolean => error instanceof UnreadableVideoError && !(error instanceof TooSlowError)
