import { createReadStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Storage } from '../../../storage/storage.ts'
import { type MediaOptions, TooSlowError, UnreadableVideoError } from '../../../media/engine/engine.ts'

/**
 * Whether a stored video exists and can be decoded. Only a definite fault of the file makes it unreadable. A busy
 * machine or a failing disk must not hide videos.
 *
 * @returns `undefined` if the check took too long.
 * @throws {AppError} UNAVAILABLE if storage as a whole does not respond.
 * @throws The disk's error, if it cannot read an existing file.
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
      await storage.withFile(objectId, (file) =>
        inspect(file).catch((error: unknown) => rethrowAfterReading(error, file)),
      )
    }
    return true
  } catch (error) {
    if (error instanceof TooSlowError) return undefined
    // The file was deleted together with its video during the check.
    if (isDamage(error) || !(await storage.find(objectId))) return false
    throw error
  }
}

async function requireStorage(storage: Storage): Promise<void> {
  await storage.check().catch((error: unknown) => {
    throw new AppError('UNAVAILABLE', 'We can’t check the file right now. Please try again.', { cause: error })
  })
}

/** Checks only the beginning and the end of a file. Returns false if they do not show whether the file is readable. */
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

/** Reads every byte first: a decoder cannot distinguish a damaged file from a disk that returns no data. */
async function rethrowAfterReading(error: unknown, file: string): Promise<never> {
  if (isDamage(error)) await finished(createReadStream(file).resume())
  throw error
}

const isDamage = (error: unknown): boolean => error instanceof UnreadableVideoError && !(error instanceof TooSlowError)
